/// An APEv2 tag by its header or its footer, of 32 bytes each (the specification of APEv2).
struct APETag {
  /// Bytes of the items and the footer.
  let size: Int
  let count: Int
  let hasHeader: Bool
  /// Whether these bytes are the header in front of the items.
  let isHeader: Bool

  static let length = 32

  /// Nil if the bytes are no tag.
  init?(_ bytes: ByteView) {
    guard bytes.count >= Self.length, bytes.has("APETAGEX") else { return nil }
    (size, count) = (bytes.little(12, 4), bytes.little(16, 4))
    (hasHeader, isHeader) = (bytes[23] & 0x80 != 0, bytes[23] & 0x20 != 0)
    guard size >= Self.length else { return nil }
  }

  /// The start of the items, for a tag whose footer ends at `end`; nil if they do not fit.
  func start(before end: Int64) -> Int64? {
    Int64(size) <= end ? end - Int64(size) : nil
  }
}
