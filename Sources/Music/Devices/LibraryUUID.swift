/// The random UUID of a library, of version 4 (RFC 9562, section 5.4).
package struct LibraryUUID: Hashable, Sendable {
  let bits: UUIDBits

  package static func random() -> LibraryUUID {
    LibraryUUID(UUIDBits(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
  }

  private init(_ bits: UUIDBits) {
    self.bits = UUIDBits(
      high: bits.high & ~0xF000 | 0x4000, low: bits.low & (1 << 62 - 1) | 1 << 63)
  }

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
