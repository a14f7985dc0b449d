/// Collects a bracketed paste until its end mark.
struct PasteBuffer: Sendable {
  private static let end = Array("\u{1B}[201~".utf8)

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Bytes of the end mark received so far.
  private var matched = 0

  init(limit: Int) { self.limit = limit }

  /// The pasted text; invalid bytes show as U+FFFD, and a character cut at the limit is left out.
  var text: String {
    var kept = bytes[...]
    if kept.count == limit {
      while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
      if let last = kept.last, last >= 0xC0 { kept.removeLast() }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Appends one byte; true for the last byte of the end mark.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    for held in Self.end[..<matched] { keep(held) }
    // Only the first byte of the mark can begin another match.
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) }
  }
}
