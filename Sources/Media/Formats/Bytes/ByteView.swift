import Glibc

/// Some bytes of a file in memory, or of memory that outlives the view.
///
/// Bytes beyond the end read as 0: a file's own lengths are not trusted.
struct ByteView {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// The memory, which is not reused while this view exists.
  private let memory: FileMemory?

  init(_ start: UnsafePointer<UInt8>, count: Int) {
    self.init(start, count, of: nil)
  }

  /// A part of a file's memory, all of which must exist.
  init(_ memory: FileMemory, from offset: Int, count: Int) {
    self.init(memory.start + offset, count, of: memory)
  }

  private init(_ start: UnsafePointer<UInt8>, _ count: Int, of memory: FileMemory?) {
    self.start = start
    self.count = max(0, count)
    self.memory = memory
  }

  init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress else { return nil }
    self.init(start, count: buffer.count)
  }

  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  subscript(offset: Int) -> UInt8 { offset >= 0 && offset < count ? start[offset] : 0 }

  /// A big-endian number of up to seven bytes.
  @inline(__always)
  func big(_ offset: Int, _ bytes: Int) -> Int {
    guard offset >= 0, offset <= count - bytes else { return 0 }
    var number = 0
    for index in 0..<bytes { number = number << 8 | Int(start[offset + index]) }
    return number
  }

  /// A little-endian number of up to seven bytes.
  @inline(__always)
  func little(_ offset: Int, _ bytes: Int) -> Int {
    guard offset >= 0, offset <= count - bytes else { return 0 }
    var number = 0
    for index in 0..<bytes { number |= Int(start[offset + index]) << (8 * index) }
    return number
  }

  /// A big-endian number of eight bytes.
  func big64(_ offset: Int) -> UInt64 {
    UInt64(big(offset, 4)) << 32 | UInt64(big(offset + 4, 4))
  }

  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset <= count - length else { return false }
    for index in 0..<length where start[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  /// A part, truncated at the end.
  func part(_ offset: Int, _ length: Int) -> ByteView {
    let from = min(max(0, offset), count)
    return ByteView(start + from, min(max(0, length), count - from), of: memory)
  }

  /// A part, nil if it is incomplete.
  func whole(_ offset: Int, _ length: Int) -> ByteView? {
    offset >= 0 && length >= 0 && offset <= count - length ? part(offset, length) : nil
  }

  func from(_ offset: Int) -> ByteView { part(offset, count) }

  func firstIndex(of byte: UInt8, from offset: Int = 0) -> Int? {
    let from = max(0, offset)
    guard from < count, let found = memchr(start + from, Int32(byte), count - from) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Without the zeros and spaces that pad a field.
  func trimmed() -> ByteView {
    var length = firstIndex(of: 0) ?? count
    while length > 0, start[length - 1] == 0x20 { length -= 1 }
    return ByteView(start, length, of: memory)
  }
}
