import Glibc

/// Some bytes of a file in memory, or of memory that outlives the view.
///
/// Whatever is asked for beyond the end is 0: what a file says of its own lengths is not believed.
struct ByteView {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Memory that is not written anew while this view is there.
  private let memory: FileMemory?

  init(_ start: UnsafePointer<UInt8>, count: Int) {
    self.init(start, count, of: nil)
  }

  /// A part of a file's memory, all of which has to be there.
  init(_ memory: FileMemory, from place: Int, count: Int) {
    self.init(memory.start + place, count, of: memory)
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
  subscript(place: Int) -> UInt8 { place >= 0 && place < count ? start[place] : 0 }

  /// A number of up to seven bytes, its highest first.
  @inline(__always)
  func big(_ place: Int, _ bytes: Int) -> Int {
    guard place >= 0, place <= count - bytes else { return 0 }
    var number = 0
    for index in 0..<bytes { number = number << 8 | Int(start[place + index]) }
    return number
  }

  /// A number of up to seven bytes, its lowest first.
  @inline(__always)
  func little(_ place: Int, _ bytes: Int) -> Int {
    guard place >= 0, place <= count - bytes else { return 0 }
    var number = 0
    for index in 0..<bytes { number |= Int(start[place + index]) << (8 * index) }
    return number
  }

  /// A number of eight bytes, its highest first.
  func big64(_ place: Int) -> UInt64 {
    UInt64(big(place, 4)) << 32 | UInt64(big(place + 4, 4))
  }

  func has(_ text: StaticString, at place: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place >= 0, place <= count - length else { return false }
    for index in 0..<length where start[place + index] != text.utf8Start[index] { return false }
    return true
  }

  /// As much of a part as there is.
  func part(_ place: Int, _ length: Int) -> ByteView {
    let from = min(max(0, place), count)
    return ByteView(start + from, min(max(0, length), count - from), of: memory)
  }

  /// A part, nil where not all of it is there.
  func whole(_ place: Int, _ length: Int) -> ByteView? {
    place >= 0 && length >= 0 && place <= count - length ? part(place, length) : nil
  }

  func from(_ place: Int) -> ByteView { part(place, count) }

  func firstIndex(of byte: UInt8, from place: Int = 0) -> Int? {
    let from = max(0, place)
    guard from < count, let found = memchr(start + from, Int32(byte), count - from) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Without the zeros and spaces that fill up a field.
  func trimmed() -> ByteView {
    var length = firstIndex(of: 0) ?? count
    while length > 0, start[length - 1] == 0x20 { length -= 1 }
    return ByteView(start, length, of: memory)
  }
}
