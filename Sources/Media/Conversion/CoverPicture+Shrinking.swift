internal import Music

/// The largest cover of a converted file.
package struct CoverLimit: Equatable, Sendable {
  /// Pixels of the longer side.
  package var side: Int
  package var bytes: Int

  package init(side: Int = 1_000, bytes: Int = 500_000) { (self.side, self.bytes) = (side, bytes) }
}

extension CoverPicture {
  /// The cover in a file's tags, as a baseline JPEG where it is too large for the limit or of a
  /// kind that old players do not show; nil without one.
  init?(of path: FilePath, within limit: CoverLimit?) {
    // A cover that cannot be read is no reason to leave out a file.
    guard let bytes = try? EmbeddedCover.read(path), let header = PictureHeader(bytes) else {
      return nil
    }
    let isShown = header.format != .webP && !header.isProgressive
    let fits =
      limit.map {
        max(header.width, header.height) <= $0.side && bytes.count <= $0.bytes && isShown
      } ?? (header.format != .webP)
    guard !fits else {
      self.init(bytes)
      return
    }
    let limit = limit ?? CoverLimit(side: max(header.width, header.height), bytes: .max)
    // One that cannot be decoded is as it was, unless no tag can hold it.
    self.init(Self.shrunk(bytes, to: limit) ?? bytes)
  }

  private static func shrunk(_ bytes: [UInt8], to limit: CoverLimit) -> [UInt8]? {
    var side = limit.side
    while side >= smallestSide {
      guard let picture = try? PictureDecoder.decode(bytes, width: side, height: side),
        let jpeg = JPEGEncoder.encode(picture)
      else { return nil }
      if jpeg.count <= limit.bytes { return jpeg }
      side = side * 3 / 4
    }
    return nil
  }

  private static let smallestSide = 100
}
