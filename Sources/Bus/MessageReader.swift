internal import CBus
internal import Glibc

/// Bounds of the values of one message.
enum BusLimits {
  static let values = 10_000
  /// Bytes of all texts and arrays of bytes.
  static let bytes = 1 << 20
  static let depth = 16
  static let descriptors = 4
}

/// Reads the values of a message that another program wrote, bounded.
struct MessageReader {
  private let message: OpaquePointer
  private var valuesLeft = BusLimits.values
  private var bytesLeft = BusLimits.bytes
  private var descriptorsLeft = BusLimits.descriptors

  private init(_ message: OpaquePointer) { self.message = message }

  static func values(of message: OpaquePointer) throws(BusError) -> [BusValue] {
    var reader = MessageReader(message)
    return try reader.values(depth: 0)
  }

  /// All values up to the end of the message or the container.
  private mutating func values(depth: Int) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let (type, contents) = try next() { values.append(try value(type, contents, depth)) }
    return values
  }

  /// The type of the next value, and the signature of what it contains; nil at the end.
  private func next() throws(BusError) -> (Unicode.Scalar, String)? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let code = tritone_bus_peek_type(message, &type, &contents)
    guard code >= 0 else { throw .badReply }
    guard code > 0 else { return nil }
    return (Unicode.Scalar(UInt8(bitPattern: type)), contents.map { String(cString: $0) } ?? "")
  }

  private mutating func value(
    _ type: Unicode.Scalar, _ contents: String, _ depth: Int
  ) throws(BusError) -> BusValue {
    valuesLeft -= 1
    guard valuesLeft >= 0, depth <= BusLimits.depth else { throw .badReply }
    switch type {
    case "y": return .byte(try basic(type, 0))
    case "b": return .boolean(try basic(type, Int32(0)) != 0)
    case "n": return .int16(try basic(type, 0))
    case "q": return .uint16(try basic(type, 0))
    case "i": return .int32(try basic(type, 0))
    case "u": return .uint32(try basic(type, 0))
    case "x": return .int64(try basic(type, 0))
    case "t": return .uint64(try basic(type, 0))
    case "d": return .double(try basic(type, 0))
    case "s": return .string(try text(type))
    case "o": return .path(try text(type))
    case "g": return .signature(try text(type))
    case "h": return .descriptor(try descriptor())
    case "a" where contents == "y": return .bytes(try bytes())
    case "a" where contents.hasPrefix("{"):
      let entry = String(contents.dropFirst().dropLast())
      return .dictionary(try entries(contents, entry, depth), of: entry)
    case "a": return .array(try container(type, contents, depth), of: contents)
    case "r": return .structure(try container(type, contents, depth))
    case "v":
      let values = try container(type, contents, depth)
      guard values.count == 1 else { throw .badReply }
      return .variant(values[0])
    default: throw .badReply
    }
  }

  private mutating func container(
    _ type: Unicode.Scalar, _ contents: String, _ depth: Int
  ) throws(BusError) -> [BusValue] {
    try enter(type, contents)
    let values = try values(depth: depth + 1)
    try exit()
    return values
  }

  private mutating func entries(
    _ contents: String, _ entry: String, _ depth: Int
  ) throws(BusError) -> [BusValue.Entry] {
    try enter("a", contents)
    var entries: [BusValue.Entry] = []
    while let (type, _) = try next() {
      guard type == "e" else { throw .badReply }
      let pair = try container(type, entry, depth + 1)
      guard pair.count == 2 else { throw .badReply }
      entries.append(BusValue.Entry(pair[0], pair[1]))
    }
    try exit()
    return entries
  }

  private func enter(_ type: Unicode.Scalar, _ contents: String) throws(BusError) {
    let code = contents.withCString {
      tritone_bus_enter_container(message, MessageWriter.code(type), $0)
    }
    guard code > 0 else { throw .badReply }
  }

  private func exit() throws(BusError) {
    guard tritone_bus_exit_container(message) >= 0 else { throw .badReply }
  }

  private func basic<Value: BitwiseCopyable>(
    _ type: Unicode.Scalar, _ empty: Value
  ) throws(BusError) -> Value {
    var value = empty
    guard tritone_bus_read_basic(message, MessageWriter.code(type), &value) > 0 else {
      throw .badReply
    }
    return value
  }

  private mutating func text(_ type: Unicode.Scalar) throws(BusError) -> String {
    var start: UnsafePointer<CChar>?
    guard tritone_bus_read_basic(message, MessageWriter.code(type), &start) > 0, let start else {
      throw .badReply
    }
    let text = String(cString: start)
    try spend(text.utf8.count)
    return text
  }

  /// A copy, since the message closes its own.
  private mutating func descriptor() throws(BusError) -> BusDescriptor {
    descriptorsLeft -= 1
    guard descriptorsLeft >= 0 else { throw .badReply }
    let copy = fcntl(try basic("h", Int32(-1)), F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .badReply }
    return BusDescriptor(owning: copy)
  }

  private mutating func bytes() throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    guard tritone_bus_read_bytes(message, &start, &count) >= 0 else { throw .badReply }
    try spend(count)
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private mutating func spend(_ count: Int) throws(BusError) {
    bytesLeft -= count
    guard bytesLeft >= 0 else { throw .badReply }
  }
}
