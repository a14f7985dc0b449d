// The FFmpeg functions that we call, under their own names: each looks up the real one on its first
// call. The compiler checks every line against FFmpeg's headers; the linker reports missing ones.
#include "Loading.h"

// The result of fallible calls without FFmpeg.
#define FAILED AVERROR(ELIBACC)

// libavutil
LAZY(avutil, enum AVChannel, av_channel_layout_channel_from_index, AV_CHAN_NONE,
     (const AVChannelLayout *channel_layout, unsigned int idx), (channel_layout, idx))
LAZY(avutil, int, av_channel_layout_copy, FAILED,
     (AVChannelLayout *dst, const AVChannelLayout *src), (dst, src))
LAZY_VOID(avutil, av_channel_layout_default,
     (AVChannelLayout *ch_layout, int nb_channels), (ch_layout, nb_channels))
LAZY_VOID(avutil, av_channel_layout_uninit, (AVChannelLayout *channel_layout), (channel_layout))
LAZY_VOID(avutil, av_dict_free, (AVDictionary **m), (m))
LAZY(avutil, AVDictionaryEntry *, av_dict_get, NULL,
     (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev, int flags),
     (m, key, prev, flags))
LAZY(avutil, int, av_dict_set, FAILED,
     (AVDictionary **pm, const char *key, const char *value, int flags), (pm, key, value, flags))
LAZY(avutil, AVFrame *, av_frame_alloc, NULL, (void), ())
LAZY_VOID(avutil, av_frame_free, (AVFrame **frame), (frame))
LAZY(avutil, int, av_frame_get_buffer, FAILED, (AVFrame *frame, int align), (frame, align))
LAZY(avutil, int, av_frame_make_writable, FAILED, (AVFrame *frame), (frame))
LAZY_VOID(avutil, av_frame_unref, (AVFrame *frame), (frame))
LAZY_VOID(avutil, av_free, (void *ptr), (ptr))
LAZY_VOID(avutil, av_freep, (void *ptr), (ptr))
LAZY(avutil, int, av_get_bytes_per_sample, 0, (enum AVSampleFormat sample_fmt), (sample_fmt))
LAZY(avutil, enum AVSampleFormat, av_get_packed_sample_fmt, AV_SAMPLE_FMT_NONE,
     (enum AVSampleFormat sample_fmt), (sample_fmt))
LAZY(avutil, void *, av_malloc, NULL, (size_t size), (size))
LAZY(avutil, void *, av_mallocz, NULL, (size_t size), (size))
LAZY(avutil, struct AVMD5 *, av_md5_alloc, NULL, (void), ())
LAZY_VOID(avutil, av_md5_final, (struct AVMD5 *ctx, uint8_t *dst), (ctx, dst))
LAZY_VOID(avutil, av_md5_init, (struct AVMD5 *ctx), (ctx))
LAZY_VOID(avutil, av_md5_update,
     (struct AVMD5 *ctx, const uint8_t *src, size_t len), (ctx, src, len))
LAZY(avutil, int, av_opt_get, FAILED,
     (void *obj, const char *name, int search_flags, uint8_t **out_val),
     (obj, name, search_flags, out_val))
LAZY(avutil, int, av_opt_set, FAILED,
     (void *obj, const char *name, const char *val, int search_flags),
     (obj, name, val, search_flags))
LAZY(avutil, int, av_opt_set_double, FAILED,
     (void *obj, const char *name, double val, int search_flags), (obj, name, val, search_flags))
LAZY(avutil, int, av_opt_set_int, FAILED,
     (void *obj, const char *name, int64_t val, int search_flags), (obj, name, val, search_flags))
LAZY(avutil, int64_t, av_rescale_q, 0, (int64_t a, AVRational bq, AVRational cq), (a, bq, cq))
LAZY(avutil, int, av_sample_fmt_is_planar, 0, (enum AVSampleFormat sample_fmt), (sample_fmt))
LAZY(avutil, char *, av_strdup, NULL, (const char *s), (s))
LAZY(avutil, int, av_tx_init, FAILED,
     (AVTXContext **ctx, av_tx_fn *tx, enum AVTXType type, int inv, int len, const void *scale,
      uint64_t flags),
     (ctx, tx, type, inv, len, scale, flags))
LAZY_VOID(avutil, av_tx_uninit, (AVTXContext **ctx), (ctx))
LAZY(avutil, const char *, av_version_info, NULL, (void), ())

// libavcodec
LAZY(avcodec, int, av_new_packet, FAILED, (AVPacket *pkt, int size), (pkt, size))
LAZY(avcodec, AVPacket *, av_packet_alloc, NULL, (void), ())
LAZY_VOID(avcodec, av_packet_free, (AVPacket **pkt), (pkt))
LAZY_VOID(avcodec, av_packet_move_ref, (AVPacket *dst, AVPacket *src), (dst, src))
LAZY_VOID(avcodec, av_packet_rescale_ts,
     (AVPacket *pkt, AVRational tb_src, AVRational tb_dst), (pkt, tb_src, tb_dst))
LAZY_VOID(avcodec, av_packet_unref, (AVPacket *pkt), (pkt))
LAZY(avcodec, AVCodecContext *, avcodec_alloc_context3, NULL, (const AVCodec *codec), (codec))
LAZY(avcodec, const AVCodecDescriptor *, avcodec_descriptor_get, NULL, (enum AVCodecID id), (id))
LAZY(avcodec, const AVCodec *, avcodec_find_decoder, NULL, (enum AVCodecID id), (id))
LAZY(avcodec, const AVCodec *, avcodec_find_encoder, NULL, (enum AVCodecID id), (id))
LAZY(avcodec, const AVCodec *, avcodec_find_encoder_by_name, NULL, (const char *name), (name))
LAZY_VOID(avcodec, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
LAZY_VOID(avcodec, avcodec_free_context, (AVCodecContext **avctx), (avctx))
LAZY(avcodec, const char *, avcodec_get_name, NULL, (enum AVCodecID id), (id))
LAZY(avcodec, int, avcodec_open2, FAILED,
     (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options), (avctx, codec, options))
LAZY(avcodec, int, avcodec_parameters_from_context, FAILED,
     (AVCodecParameters *par, const AVCodecContext *codec), (par, codec))
LAZY(avcodec, int, avcodec_parameters_to_context, FAILED,
     (AVCodecContext *codec, const AVCodecParameters *par), (codec, par))
LAZY(avcodec, int, avcodec_receive_frame, FAILED,
     (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
LAZY(avcodec, int, avcodec_receive_packet, FAILED,
     (AVCodecContext *avctx, AVPacket *avpkt), (avctx, avpkt))
LAZY(avcodec, int, avcodec_send_frame, FAILED,
     (AVCodecContext *avctx, const AVFrame *frame), (avctx, frame))
LAZY(avcodec, int, avcodec_send_packet, FAILED,
     (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))
LAZY(avcodec, unsigned, avcodec_version, 0, (void), ())

// libavformat
LAZY(avformat, int, av_add_index_entry, FAILED,
     (AVStream *st, int64_t pos, int64_t timestamp, int size, int distance, int flags),
     (st, pos, timestamp, size, distance, flags))
LAZY(avformat, int, av_find_best_stream, FAILED,
     (AVFormatContext *ic, enum AVMediaType type, int wanted_stream_nb, int related_stream, const
      AVCodec **decoder_ret, int flags),
     (ic, type, wanted_stream_nb, related_stream, decoder_ret, flags))
LAZY(avformat, const AVInputFormat *, av_find_input_format, NULL,
     (const char *short_name), (short_name))
LAZY(avformat, int, av_interleaved_write_frame, FAILED,
     (AVFormatContext *s, AVPacket *pkt), (s, pkt))
LAZY(avformat, int, av_read_frame, FAILED, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
LAZY(avformat, int, av_seek_frame, FAILED,
     (AVFormatContext *s, int stream_index, int64_t timestamp, int flags),
     (s, stream_index, timestamp, flags))
LAZY(avformat, uint8_t *, av_stream_get_side_data, NULL,
     (const AVStream *stream, enum AVPacketSideDataType type, size_t *size), (stream, type, size))
LAZY_VOID(avformat, av_url_split,
     (char *proto, int proto_size, char *authorization, int authorization_size, char *hostname, int
      hostname_size, int *port_ptr, char *path, int path_size, const char *url),
     (proto, proto_size, authorization, authorization_size, hostname, hostname_size, port_ptr,
      path, path_size, url))
LAZY(avformat, int, av_write_trailer, FAILED, (AVFormatContext *s), (s))
LAZY(avformat, AVFormatContext *, avformat_alloc_context, NULL, (void), ())
LAZY(avformat, int, avformat_alloc_output_context2, FAILED,
     (AVFormatContext **ctx, const AVOutputFormat *oformat, const char *format_name, const char
      *filename),
     (ctx, oformat, format_name, filename))
LAZY_VOID(avformat, avformat_close_input, (AVFormatContext **s), (s))
LAZY(avformat, int, avformat_find_stream_info, FAILED,
     (AVFormatContext *ic, AVDictionary **options), (ic, options))
LAZY_VOID(avformat, avformat_free_context, (AVFormatContext *s), (s))
LAZY(avformat, int, avformat_index_get_entries_count, FAILED, (const AVStream *st), (st))
LAZY(avformat, const AVIndexEntry *, avformat_index_get_entry, NULL,
     (AVStream *st, int idx), (st, idx))
LAZY(avformat, AVStream *, avformat_new_stream, NULL,
     (AVFormatContext *s, const AVCodec *c), (s, c))
LAZY(avformat, int, avformat_open_input, FAILED,
     (AVFormatContext **ps, const char *url, const AVInputFormat *fmt, AVDictionary **options),
     (ps, url, fmt, options))
LAZY(avformat, int, avformat_seek_file, FAILED,
     (AVFormatContext *s, int stream_index, int64_t min_ts, int64_t ts, int64_t max_ts, int flags),
     (s, stream_index, min_ts, ts, max_ts, flags))
LAZY(avformat, int, avformat_write_header, FAILED,
     (AVFormatContext *s, AVDictionary **options), (s, options))
LAZY(avformat, AVIOContext *, avio_alloc_context, NULL,
     (unsigned char *buffer, int buffer_size, int write_flag, void *opaque, int (*read_packet)(void
      *opaque, uint8_t *buf, int buf_size), int (*write_packet)(void *opaque, uint8_t *buf, int
      buf_size), int64_t (*seek)(void *opaque, int64_t offset, int whence)),
     (buffer, buffer_size, write_flag, opaque, read_packet, write_packet, seek))
LAZY(avformat, int, avio_closep, FAILED, (AVIOContext **s), (s))
LAZY_VOID(avformat, avio_context_free, (AVIOContext **s), (s))
LAZY_VOID(avformat, avio_flush, (AVIOContext *s), (s))
LAZY(avformat, int, avio_read, FAILED,
     (AVIOContext *s, unsigned char *buf, int size), (s, buf, size))
LAZY(avformat, int64_t, avio_size, FAILED, (AVIOContext *s), (s))

// libswresample
LAZY(swresample, int, swr_alloc_set_opts2, FAILED,
     (struct SwrContext **ps, AVChannelLayout *out_ch_layout, enum AVSampleFormat out_sample_fmt,
      int out_sample_rate, AVChannelLayout *in_ch_layout, enum AVSampleFormat in_sample_fmt, int
      in_sample_rate, int log_offset, void *log_ctx),
     (ps, out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout, in_sample_fmt,
      in_sample_rate, log_offset, log_ctx))
LAZY(swresample, int, swr_convert, FAILED,
     (struct SwrContext *s, uint8_t **out, int out_count, const uint8_t **in, int in_count),
     (s, out, out_count, in, in_count))
LAZY_VOID(swresample, swr_free, (struct SwrContext **s), (s))
LAZY(swresample, int, swr_get_out_samples, FAILED,
     (struct SwrContext *s, int in_samples), (s, in_samples))
LAZY(swresample, int, swr_init, FAILED, (struct SwrContext *s), (s))
LAZY(swresample, int, swr_set_matrix, FAILED,
     (struct SwrContext *s, const double *matrix, int stride), (s, matrix, stride))

// libswscale
LAZY_VOID(swscale, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
LAZY(swscale, const int *, sws_getCoefficients, NULL, (int colorspace), (colorspace))
LAZY(swscale, struct SwsContext *, sws_getContext, NULL,
     (int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW, int dstH, enum AVPixelFormat
      dstFormat, int flags, SwsFilter *srcFilter, SwsFilter *dstFilter, const double *param),
     (srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
LAZY(swscale, int, sws_scale, FAILED,
     (struct SwsContext *c, const uint8_t *const srcSlice[], const int srcStride[], int srcSliceY,
      int srcSliceH, uint8_t *const dst[], const int dstStride[]),
     (c, srcSlice, srcStride, srcSliceY, srcSliceH, dst, dstStride))
LAZY(swscale, int, sws_setColorspaceDetails, FAILED,
     (struct SwsContext *c, const int inv_table[4], int srcRange, const int table[4], int dstRange,
      int brightness, int contrast, int saturation),
     (c, inv_table, srcRange, table, dstRange, brightness, contrast, saturation))
