// Everything used of expat imports into Swift as it is; there is nothing to wrap.
#include <expat.h>
