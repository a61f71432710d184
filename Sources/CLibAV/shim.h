// What Swift cannot import from FFmpeg, and everything whose place changed between FFmpeg 5.1 and 8, so that no
// version-dependent field is touched from Swift.
#ifndef SEGUE_CLIBAV_SHIM_H
#define SEGUE_CLIBAV_SHIM_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/encryption_info.h>
#include <libavutil/pixdesc.h>
// mallopt, which Swift's module of the C library leaves out.
#include <malloc.h>

// AVERROR and the AVERROR_* tags are function-like macros.
static const int segue_av_error_end_of_file = AVERROR_EOF;
static const int segue_av_error_exit = AVERROR_EXIT;
static const int segue_av_error_again = AVERROR(EAGAIN);
static const int segue_av_error_no_memory = AVERROR(ENOMEM);
static const int segue_av_error_no_system_call = AVERROR(ENOSYS);
static const int segue_av_error_invalid_argument = AVERROR(EINVAL);

// AV_NOPTS_VALUE casts inside a macro.
static const int64_t segue_av_no_timestamp = AV_NOPTS_VALUE;

// Takes the place of io_open: a demuxer that wants to follow a reference gets nothing.
static inline int segue_av_refuse(
    struct AVFormatContext *context, AVIOContext **opened, const char *url, int flags, AVDictionary **options)
{
    (void)context; (void)opened; (void)url; (void)flags; (void)options;
    return AVERROR(EPERM);
}

static inline void segue_av_refuse_other_files(AVFormatContext *context)
{
    context->io_open = segue_av_refuse;
}

// The name of the first format of a demuxer's comma-separated list is stable; the struct's layout is not needed.
static inline const char *segue_av_format_name(const AVFormatContext *context)
{
    return context->iformat ? context->iformat->name : "";
}

// AVCodecParameters.channels went away in FFmpeg 7; ch_layout came with libavcodec 59.24.100.
static inline int segue_av_channels(const AVCodecParameters *parameters)
{
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
    return parameters->ch_layout.nb_channels;
#else
    return parameters->channels;
#endif
}

// The same of a decoded frame.
static inline int segue_av_frame_channels(const AVFrame *frame)
{
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
    return frame->ch_layout.nb_channels;
#else
    return frame->channels;
#endif
}

// Writes the layout's name ("5.1(side)"), or "" when only the number of channels is known.
static inline void segue_av_channel_layout(const AVCodecParameters *parameters, char *name, int size)
{
    name[0] = 0;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
    if (parameters->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) return;
    if (av_channel_layout_describe(&parameters->ch_layout, name, (size_t)size) < 0) name[0] = 0;
#else
    if (parameters->channel_layout)
        av_get_channel_layout_string(name, size, parameters->channels, parameters->channel_layout);
#endif
}

// Side data of a stream moved into its codec parameters with libavformat 60.15.100; the old call is gone in FFmpeg 8.
static inline const uint8_t *segue_av_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size)
{
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    *size = data ? data->size : 0;
    return data ? data->data : NULL;
#else
    size_t found = 0;
    const uint8_t *data = av_stream_get_side_data(stream, type, &found);
    *size = found;
    return data;
#endif
}

// Reads the Dolby Vision record; 0 when there is none.
static inline int segue_av_dolby_vision(const AVStream *stream, int *profile, int *level, int *compatibility)
{
    size_t size = 0;
    const uint8_t *data = segue_av_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size);
    if (!data || size < sizeof(AVDOVIDecoderConfigurationRecord)) return 0;
    const AVDOVIDecoderConfigurationRecord *record = (const AVDOVIDecoderConfigurationRecord *)data;
    *profile = record->dv_profile;
    *level = record->dv_level;
    *compatibility = record->dv_bl_signal_compatibility_id;
    return 1;
}

// Whether the stream carries protection system headers.
static inline int segue_av_has_protection_headers(const AVStream *stream)
{
    size_t size = 0;
    return segue_av_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, &size) != NULL;
}

// The four-character code of the scheme that protects a packet, high byte first; 0 for a clear packet.
static inline uint32_t segue_av_packet_scheme(const AVPacket *packet)
{
    size_t size = 0;
    const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, &size);
    if (!data) return 0;
    AVEncryptionInfo *info = av_encryption_info_get_side_data(data, size);
    if (!info) return 0;
    uint32_t scheme = info->scheme;
    av_encryption_info_free(info);
    return scheme;
}

#endif
