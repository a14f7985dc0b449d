internal import CFFmpeg
package import Music

/// Compresses a picture as JPEG through libavcodec.
package enum JPEGEncoder {
  /// About the quality that other programs call 80.
  private static let scale: Int32 = 4

  /// The bytes of a JPEG file, or nil if FFmpeg lacks the encoder or libswscale.
  package static func encode(_ picture: Picture) -> [UInt8]? {
    guard tritone_load_ffmpeg_pictures() == nil,
      let codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG)
    else { return nil }
    var context = avcodec_alloc_context3(codec)
    var (source, frame) = (PNGEncoder.frame(of: picture), av_frame_alloc())
    var packet = av_packet_alloc()
    defer {
      avcodec_free_context(&context)
      av_frame_free(&source)
      av_frame_free(&frame)
      av_packet_free(&packet)
    }
    guard let settings = context, let source, let target = frame, let result = packet else {
      return nil
    }
    settings.pointee.width = Int32(picture.width)
    settings.pointee.height = Int32(picture.height)
    settings.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
    settings.pointee.color_range = AVCOL_RANGE_JPEG
    settings.pointee.time_base = AVRational(num: 1, den: 1)
    settings.pointee.thread_count = 1
    settings.pointee.flags |= AV_CODEC_FLAG_QSCALE
    settings.pointee.global_quality = scale * FF_QP2LAMBDA
    target.pointee.width = settings.pointee.width
    target.pointee.height = settings.pointee.height
    target.pointee.format = settings.pointee.pix_fmt.rawValue
    target.pointee.color_range = AVCOL_RANGE_JPEG
    target.pointee.quality = scale * FF_QP2LAMBDA
    guard avcodec_open2(settings, codec, nil) == 0, av_frame_get_buffer(target, 0) == 0,
      convert(source, into: target),
      avcodec_send_frame(settings, target) == 0, avcodec_send_frame(settings, nil) == 0,
      avcodec_receive_packet(settings, result) == 0, let data = result.pointee.data
    else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: Int(result.pointee.size)))
  }

  private static func convert(
    _ source: UnsafeMutablePointer<AVFrame>, into target: UnsafeMutablePointer<AVFrame>
  ) -> Bool {
    let (width, height) = (source.pointee.width, source.pointee.height)
    let context = sws_getContext(
      width, height, AV_PIX_FMT_RGB24, width, height, AVPixelFormat(target.pointee.format),
      tritone_sws_area(), nil, nil, nil)
    guard let context else { return false }
    defer { sws_freeContext(context) }
    let planes = [target.pointee.data.0, target.pointee.data.1, target.pointee.data.2, nil]
    let strides = [
      target.pointee.linesize.0, target.pointee.linesize.1, target.pointee.linesize.2, 0,
    ]
    return tritone_sws_scale_frame(context, source, planes, strides) == height
  }
}
