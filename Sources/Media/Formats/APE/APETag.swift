/// An APEv2 tag by its header or its footer, of 32 bytes each (the specification of APEv2).
struct APETag {
  /// Bytes of the items and the footer.
  let size: Int
  let count: Int
  let hasHeader: Bool
  /// Whether these bytes are those in front of the items.
  let isHeader: Bool

  static let length = 32

  /// Nil where there is none.
  init?(_ bytes: ByteView) {
    guard bytes.count >= Self.length, bytes.has("APETAGEX") else { return nil }
    (size, count) = (bytes.little(12, 4), bytes.little(16, 4))
    (hasHeader, isHeader) = (bytes[23] & 0x80 != 0, bytes[23] & 0x20 != 0)
    guard size >= Self.length else { return nil }
  }

  /// Where the items of a tag begin whose footer ends at a place; nil where they do not fit.
  func start(before end: Int64) -> Int64? {
    Int64(size) <= end ? end - Int64(size) : nil
  }
}
