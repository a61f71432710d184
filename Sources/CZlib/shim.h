// Everything used of zlib imports into Swift as it is; there is nothing to wrap.
#include <zlib.h>
