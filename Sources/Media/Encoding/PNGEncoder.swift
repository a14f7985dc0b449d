internal import CFFmpeg
package import Music

/// Compresses a picture as PNG through libavcodec.
package enum PNGEncoder {
  /// The bytes of a PNG file, or nil if FFmpeg lacks the encoder.
  ///
  /// - Parameters:
  ///   - opacities: one for each pixel; nil for an opaque picture.
  ///   - isQuick: compresses less, in a fourth of the time.
  package static func encode(
    _ picture: Picture, opacities: [UInt8]? = nil, isQuick: Bool = false
  ) -> [UInt8]? {
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else { return nil }
    var context = avcodec_alloc_context3(codec)
    var frame = frame(of: picture, opacities)
    var packet = av_packet_alloc()
    defer {
      avcodec_free_context(&context)
      av_frame_free(&frame)
      av_packet_free(&packet)
    }
    guard let settings = context, let frame, let result = packet else { return nil }
    settings.pointee.width = Int32(picture.width)
    settings.pointee.height = Int32(picture.height)
    settings.pointee.pix_fmt = AVPixelFormat(frame.pointee.format)
    settings.pointee.time_base = AVRational(num: 1, den: 1)
    settings.pointee.thread_count = 1
    if isQuick { settings.pointee.compression_level = 1 }
    guard avcodec_open2(settings, codec, nil) == 0,
      avcodec_send_frame(settings, frame) == 0, avcodec_send_frame(settings, nil) == 0,
      avcodec_receive_packet(settings, result) == 0, let data = result.pointee.data
    else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: Int(result.pointee.size)))
  }

  /// A frame with a copy of a picture, which the caller frees.
  static func frame(
    of picture: Picture, _ opacities: [UInt8]? = nil
  ) -> UnsafeMutablePointer<AVFrame>? {
    var frame = av_frame_alloc()
    guard let filled = frame else { return nil }
    filled.pointee.width = Int32(picture.width)
    filled.pointee.height = Int32(picture.height)
    filled.pointee.format = (opacities == nil ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA).rawValue
    guard av_frame_get_buffer(filled, 0) == 0, let plane = filled.pointee.data.0 else {
      av_frame_free(&frame)
      return nil
    }
    let (stride, width) = (Int(filled.pointee.linesize.0), picture.width * 3)
    if let opacities {
      for (index, opacity) in opacities.enumerated() {
        let pixel = plane + index / picture.width * stride + index % picture.width * 4
        for channel in 0..<3 { pixel[channel] = picture.pixels[3 * index + channel] }
        pixel[3] = opacity
      }
      return filled
    }
    picture.pixels.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      for row in 0..<picture.height {
        (plane + row * stride).update(from: base + row * width, count: width)
      }
    }
    return filled
  }
}
