internal import CFFmpeg
package import Music

/// Decodes still pictures at the size in which they are shown.
package enum PictureDecoder {
  package enum Fault: Error, Equatable, Sendable {
    /// No PNG, JPEG or WebP.
    case unknownFormat
    /// More pixels or bytes than `PictureHeader` allows.
    case tooLarge
    case damaged
    /// FFmpeg's libraries are missing.
    case noLibraries(String)
  }

  /// Decodes a picture, upright and with its proportions, into at most `width` by `height` pixels;
  /// never enlarged. Transparent parts become black.
  ///
  /// Blocks for some 10 to 70 ms. Nothing of the picture's size is allocated before its header was
  /// compared with the limits.
  package static func decode(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(Fault) -> Picture {
    try decode(bytes) { fitted($0, $1, into: (width, height)) }
  }

  /// Decodes a picture, upright, into a size that depends on its own.
  ///
  /// Blocks, and allocates, as `decode(_:width:height:)` does.
  ///
  /// - Parameter size: gives the size in pixels for a width and height.
  package static func decode(
    _ bytes: [UInt8], _ size: (_ width: Int, _ height: Int) -> (width: Int, height: Int)
  ) throws(Fault) -> Picture {
    guard let header = PictureHeader(bytes) else { throw .unknownFormat }
    guard header.isWithinLimits, bytes.count <= PictureHeader.maximumBytes else { throw .tooLarge }
    if let reason = tritone_load_ffmpeg_pictures() {
      throw .noLibraries(String(cString: reason))
    }
    let isTurned = header.orientation > 4
    let shown =
      isTurned ? size(header.height, header.width) : size(header.width, header.height)
    let size = isTurned ? (width: shown.height, height: shown.width) : shown
    let reduction = reduction(of: header, to: size)
    // With some chroma layouts a JPEG can only be decoded whole.
    guard
      let frame = decodedFrame(bytes, header, reduction)
        ?? (reduction > 0 ? decodedFrame(bytes, header, 0) : nil)
    else { throw .damaged }
    defer { free(frame) }
    guard let pixels = scaled(frame, to: size),
      let picture = Picture(width: size.width, height: size.height, pixels: pixels)
    else { throw .damaged }
    return picture.upright(header.orientation)
  }

  /// The largest size within a rectangle that keeps the proportions, at most the picture's own.
  private static func fitted(
    _ width: Int, _ height: Int, into limit: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    let share = min(
      1, Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    return (
      max(1, Int((Double(width) * share).rounded())),
      max(1, Int((Double(height) * share).rounded()))
    )
  }

  /// The times that a JPEG is halved while it is decoded, so that it still has twice the size.
  private static func reduction(
    of header: PictureHeader, to size: (width: Int, height: Int)
  ) -> Int32 {
    guard header.format == .jpeg else { return 0 }
    let fits = (0...3).last {
      header.width >> $0 >= 2 * size.width && header.height >> $0 >= 2 * size.height
    }
    return Int32(fits ?? 0)
  }

  /// The first frame; the caller frees it.
  private static func decodedFrame(
    _ bytes: [UInt8], _ header: PictureHeader, _ reduction: Int32
  ) -> UnsafeMutablePointer<AVFrame>? {
    let id =
      switch header.format {
      case .png: AV_CODEC_ID_PNG
      case .jpeg: AV_CODEC_ID_MJPEG
      case .webP: AV_CODEC_ID_WEBP
      }
    guard let codec = avcodec_find_decoder(id) else { return nil }
    var context = avcodec_alloc_context3(codec)
    var packet = av_packet_alloc()
    var frame = av_frame_alloc()
    defer {
      avcodec_free_context(&context)
      av_packet_free(&packet)
    }
    guard let context, let packet, let decoded = frame else {
      av_frame_free(&frame)
      return nil
    }
    context.pointee.thread_count = 1
    // No frame inside may be larger than the header said, but for its rows' alignment.
    context.pointee.max_pixels = Int64((header.width + 64) * (header.height + 64))
    context.pointee.lowres = reduction
    guard avcodec_open2(context, codec, nil) == 0, av_new_packet(packet, Int32(bytes.count)) == 0
    else {
      av_frame_free(&frame)
      return nil
    }
    let copy = UnsafeMutableBufferPointer(start: packet.pointee.data, count: bytes.count)
    _ = copy.update(fromContentsOf: bytes)
    guard PictureMetadata.remove(from: copy, header),
      avcodec_send_packet(context, packet) == 0
    else {
      av_frame_free(&frame)
      return nil
    }
    // The end of the stream, without which some decoders wait for more.
    _ = avcodec_send_packet(context, nil)
    guard avcodec_receive_frame(context, decoded) == 0, decoded.pointee.width > 0,
      decoded.pointee.height > 0,
      Int(decoded.pointee.width) * Int(decoded.pointee.height) <= PictureHeader.maximumPixels
    else {
      av_frame_free(&frame)
      return nil
    }
    return decoded
  }

  private static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Red, green and blue in the wanted size, transparency over black.
  private static func scaled(
    _ frame: UnsafeMutablePointer<AVFrame>, to size: (width: Int, height: Int)
  ) -> [UInt8]? {
    let context = sws_getContext(
      frame.pointee.width, frame.pointee.height, AVPixelFormat(frame.pointee.format),
      Int32(size.width), Int32(size.height), AV_PIX_FMT_RGBA, tritone_sws_area(), nil, nil, nil)
    guard let context else { return nil }
    defer { sws_freeContext(context) }
    // The names of other formats say that their range is full.
    if frame.pointee.color_range == AVCOL_RANGE_JPEG,
      [AV_PIX_FMT_YUVA444P, AV_PIX_FMT_YUVA420P].contains(AVPixelFormat(frame.pointee.format))
    {
      tritone_sws_set_full_range(context)
    }
    // Rows of swscale's vectors end up to 64 bytes behind the picture.
    let stride = (size.width * 4 + 63) / 64 * 64
    var rows = [UInt8](repeating: 0, count: stride * size.height + 64)
    let count = rows.withUnsafeMutableBufferPointer { buffer in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 4) { planes in
        planes.initialize(repeating: nil)
        planes[0] = buffer.baseAddress
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4) { strides in
          strides.initialize(repeating: 0)
          strides[0] = Int32(stride)
          return tritone_sws_scale_frame(context, frame, planes.baseAddress, strides.baseAddress)
        }
      }
    }
    guard count == Int32(size.height) else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height * 3)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let start = row * stride + 4 * column
        let alpha = UInt16(rows[start + 3])
        for channel in 0..<3 {
          pixels.append(UInt8((UInt16(rows[start + channel]) * alpha + 127) / 255))
        }
      }
    }
    return pixels
  }
}

extension Picture {
  /// The picture by EXIF's orientation (EXIF 2.32, section 4.6.4, tag 0x0112).
  func upright(_ orientation: Int) -> Picture {
    guard (2...8).contains(orientation) else { return self }
    let isTurned = orientation > 4
    let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for row in 0..<newHeight {
      for column in 0..<newWidth {
        let (x, y) =
          switch orientation {
          case 2: (width - 1 - column, row)
          case 3: (width - 1 - column, height - 1 - row)
          case 4: (column, height - 1 - row)
          case 5: (row, column)
          case 6: (row, height - 1 - column)
          case 7: (width - 1 - row, height - 1 - column)
          default: (width - 1 - row, column)
          }
        let start = (y * width + x) * 3
        turned += pixels[start..<start + 3]
      }
    }
    return Picture(width: newWidth, height: newHeight, pixels: turned) ?? self
  }
}
