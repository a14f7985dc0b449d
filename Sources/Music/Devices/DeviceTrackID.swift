/// The id of a track in a device's database: a UUID, or whatever another program wrote there.
///
/// A UUID takes 16 bytes in place of a text with memory of its own: a sync has up to four for each
/// track.
package struct DeviceTrackID: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case uuid(UUIDBits)
    /// A UUID in capital letters, as Foundation writes it.
    case capitalUUID(UUIDBits)
    case text(String)

    init?(uuid bytes: UnsafeBufferPointer<UInt8>) {
      if let bits = UUIDBits(bytes, .small) {
        self = .uuid(bits)
      } else if let bits = UUIDBits(bytes, .capital) {
        self = .capitalUUID(bits)
      } else {
        return nil
      }
    }
  }

  private let form: Form

  package init(_ text: String) {
    var text = text
    form = text.withUTF8 { Form(uuid: $0) } ?? .text(text)
  }

  /// Nil for bytes that are no UTF-8.
  package init?(validating bytes: UnsafeBufferPointer<UInt8>) {
    if let uuid = Form(uuid: bytes) {
      form = uuid
    } else {
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      form = .text(text)
    }
  }

  /// A UUID of version 8 (RFC 9562, section 5.8): the first 60 free bits are the library's, the
  /// other 62 are the track's id, combined with the library's bits by exclusive or.
  ///
  /// Two tracks of a library never share one, and the same track always has the same.
  package init(of track: TrackID, in library: LibraryUUID) {
    let id = UInt64(bitPattern: track.rawValue)
    let high = library.bits.high & ~0xF000 | 0x8000
    let low = (library.bits.low ^ id) & (1 << 62 - 1) | 1 << 63
    form = .uuid(UUIDBits(high: high, low: low))
  }

  package var text: String {
    switch form {
    case .uuid(let bits): bits.text(.small)
    case .capitalUUID(let bits): bits.text(.capital)
    case .text(let text): text
    }
  }
}

/// The order of the texts' bytes.
extension DeviceTrackID: Comparable {
  package static func < (left: DeviceTrackID, right: DeviceTrackID) -> Bool {
    switch (left.form, right.form) {
    case (.uuid(let left), .uuid(let right)), (.capitalUUID(let left), .capitalUUID(let right)):
      left < right
    case (_, _): left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }
}

/// Coded as its text.
extension DeviceTrackID: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension DeviceTrackID: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { text }
}
