internal import CFFmpeg

/// A PNG or JPEG to embed, with the facts of its header.
struct CoverPicture {
  let bytes: [UInt8]
  private let header: PictureHeader

  /// Pixels.
  var width: Int { header.width }
  var height: Int { header.height }
  var codec: AVCodecID { header.format == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG }
  var mimeType: String { header.format == .png ? "image/png" : "image/jpeg" }

  /// Nil if the bytes begin no PNG or JPEG: not every format can hold WebP.
  init?(_ bytes: [UInt8]) {
    guard let header = PictureHeader(bytes), header.format != .webP else { return nil }
    (self.bytes, self.header) = (bytes, header)
  }
}
