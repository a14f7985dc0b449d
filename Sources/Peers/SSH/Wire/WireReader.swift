internal import Music

/// Bytes that a frame should not hold.
enum WireFault: Error, Equatable {
  /// The value ends too early.
  case short
  case tooLong
  case invalid
}

/// Reads the values of `WireWriter` out of a frame of the other side, which is not trusted.
struct WireReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(WireFault) -> UInt8 {
    guard position < bytes.count else { throw .short }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool() throws(WireFault) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw .invalid
    }
  }

  mutating func word() throws(WireFault) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(of: 4))
  }

  mutating func long() throws(WireFault) -> UInt64 { try number(of: 8) }

  private mutating func number(of count: Int) throws(WireFault) -> UInt64 {
    guard bytes.count - position >= count else { throw .short }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
    position += count
    return value
  }

  mutating func int64() throws(WireFault) -> Int64 { Int64(bitPattern: try long()) }

  mutating func int() throws(WireFault) -> Int { Int(try int64()) }

  mutating func int32() throws(WireFault) -> Int32 { Int32(bitPattern: try word()) }

  mutating func double() throws(WireFault) -> Double {
    let value = Double(bitPattern: try long())
    guard value.isFinite else { throw .invalid }
    return value
  }

  mutating func byteString(to limit: Int = WireWriter.maximumText) throws(WireFault) -> [UInt8] {
    let count = Int(try word())
    guard count <= limit else { throw .tooLong }
    guard bytes.count - position >= count else { throw .short }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func path() throws(WireFault) -> FilePath { FilePath(bytes: try byteString()) }

  mutating func text() throws(WireFault) -> String {
    String(decoding: try byteString(), as: UTF8.self)
  }

  mutating func optional<Value>(
    _ body: (inout WireReader) throws(WireFault) -> Value
  ) throws(WireFault) -> Value? {
    try bool() ? try body(&self) : nil
  }

  mutating func optionalText() throws(WireFault) -> String? {
    try bool() ? try text() : nil
  }

  mutating func optionalInt64() throws(WireFault) -> Int64? {
    try bool() ? try int64() : nil
  }
}
