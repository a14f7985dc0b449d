/// Texts, contiguous in one run of bytes, each ended by a newline.
///
/// Within a text newlines only separate its parts.
struct TextColumn {
  /// UTF-8.
  private(set) var bytes = Column<UInt8>()
  /// The start of each text, and at the end that of the bytes.
  private(set) var offsets = Column<UInt32>()

  init() { offsets.append(0) }

  /// `offsets` has one more than there are texts, starts at 0, never falls and ends at the number
  /// of bytes.
  init(bytes: Column<UInt8>, offsets: Column<UInt32>) {
    self.bytes = bytes
    self.offsets = offsets
  }

  var count: Int { offsets.count - 1 }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    bytes.append(0x0A)
    offsets.append(UInt32(bytes.count))
  }

  mutating func reserve(_ texts: Int, bytes wanted: Int) {
    bytes.reserve(wanted)
    offsets.reserve(texts + 1)
  }

  /// The bytes of a text, without the newline that ends it.
  subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
    let (start, end) = (Int(offsets[index]), Int(offsets[index + 1]))
    precondition(start < end && end <= bytes.count)
    return UnsafeBufferPointer(rebasing: UnsafeBufferPointer(bytes.values)[start..<end - 1])
  }

  func string(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

  /// A copy with some texts replaced: the text between them is copied in runs.
  func replacing(_ texts: [Int: [UInt8]]) -> TextColumn {
    let more = texts.values.reduce(0) { $0 + $1.count + 1 }
    var result = TextColumn()
    result.reserve(count, bytes: bytes.count + more + (bytes.count + more) / 16)
    var next = 0
    for (index, text) in texts.sorted(by: { $0.key < $1.key }) {
      result.append(run: next..<index, of: self)
      result.append(text)
      next = index + 1
    }
    result.append(run: next..<count, of: self)
    return result
  }

  private mutating func append(run: Range<Int>, of other: TextColumn) {
    guard !run.isEmpty else { return }
    let (start, end) = (other.offsets[run.lowerBound], other.offsets[run.upperBound])
    let shift = UInt32(bytes.count) &- start
    bytes.append(contentsOf: UnsafeBufferPointer(other.bytes.values)[Int(start)..<Int(end)])
    let source = other.offsets.values
    offsets.reserve(offsets.count + run.count)
    for index in run { offsets.append(source[index + 1] &+ shift) }
  }
}
