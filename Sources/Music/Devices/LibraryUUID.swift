/// The random UUID of a library, of version 4 (RFC 9562, section 5.4).
package struct LibraryUUID: Hashable, Sendable {
  let bits: UUIDBits

  package static func random() -> LibraryUUID { LibraryUUID(.random()) }

  private init(_ bits: UUIDBits) { self.bits = bits.ofVersion4 }

  /// From `text`; nil for anything else.
  package init?(_ text: String) {
    var text = text
    guard let bits = text.withUTF8({ UUIDBits($0, .small) ?? UUIDBits($0, .capital) }) else {
      return nil
    }
    self.init(bits)
  }

  package var text: String { bits.text(.small) }
}
