internal import CFFmpeg

/// Compresses a picture as PNG through libavcodec.
package enum PNGEncoder {
  /// The bytes of a PNG file, or nil if FFmpeg lacks the encoder.
  ///
  /// - Parameter pixels: red, green and blue of each pixel, row by row from the top.
  /// - Parameter isQuick: compresses less, in a fourth of the time.
  package static func encode(
    _ pixels: [UInt8], width: Int, height: Int, isQuick: Bool = false
  ) -> [UInt8]? {
    precondition(pixels.count == width * height * 3, "three bytes a pixel")
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else { return nil }
    var context = avcodec_alloc_context3(codec)
    var frame = av_frame_alloc()
    var packet = av_packet_alloc()
    defer {
      avcodec_free_context(&context)
      av_frame_free(&frame)
      av_packet_free(&packet)
    }
    guard let settings = context, let picture = frame, let result = packet else { return nil }
    settings.pointee.width = Int32(width)
    settings.pointee.height = Int32(height)
    settings.pointee.pix_fmt = AV_PIX_FMT_RGB24
    settings.pointee.time_base = AVRational(num: 1, den: 1)
    settings.pointee.thread_count = 1
    if isQuick { settings.pointee.compression_level = 1 }
    guard avcodec_open2(settings, codec, nil) == 0 else { return nil }
    picture.pointee.width = settings.pointee.width
    picture.pointee.height = settings.pointee.height
    picture.pointee.format = settings.pointee.pix_fmt.rawValue
    guard av_frame_get_buffer(picture, 0) == 0, let plane = picture.pointee.data.0 else {
      return nil
    }
    let stride = Int(picture.pointee.linesize.0)
    pixels.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      for row in 0..<height {
        (plane + row * stride).update(from: base + row * width * 3, count: width * 3)
      }
    }
    guard avcodec_send_frame(settings, picture) == 0, avcodec_send_frame(settings, nil) == 0,
      avcodec_receive_packet(settings, result) == 0, let data = result.pointee.data
    else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: Int(result.pointee.size)))
  }
}
