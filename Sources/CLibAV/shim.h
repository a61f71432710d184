#include <libavformat/avformat.h>
#include <libavcodec/avcodec.h>
