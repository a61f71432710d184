// The least that libavformat can do to describe a file: open it and find out about its streams. The peer of the worker's
// figures. Usage: probe-with-libavformat REPETITIONS FILE; prints the microseconds of processor time for one.
#include <libavformat/avformat.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double processor(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static void probe(const char *path)
{
    AVFormatContext *context = NULL;
    if (avformat_open_input(&context, path, NULL, NULL) < 0 || avformat_find_stream_info(context, NULL) < 0) exit(1);
    avformat_close_input(&context);
}

int main(int count, char **words)
{
    if (count != 3) return 64;
    int repetitions = atoi(words[1]);
    av_log_set_level(AV_LOG_QUIET);
    probe(words[2]);
    double start = processor();
    for (int i = 0; i < repetitions; i++) probe(words[2]);
    printf("%.1f\n", (processor() - start) / repetitions);
}
