internal import CBus
internal import Glibc

/// Appends values to a message; libsystemd bounds its size.
struct MessageWriter {
  let message: OpaquePointer
  private static let maximumDepth = 32

  static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
    let writer = MessageWriter(message: message)
    for value in values { try writer.append(value, 0) }
  }

  private func append(_ value: BusValue, _ depth: Int) throws(BusError) {
    // The thread has a stack of 1 MB.
    guard depth <= Self.maximumDepth else { throw .invalidMessage(code: E2BIG) }
    switch value {
    case .byte(let byte): try basic("y", byte)
    case .boolean(let boolean): try basic("b", Int32(boolean ? 1 : 0))
    case .int16(let number): try basic("n", number)
    case .uint16(let number): try basic("q", number)
    case .int32(let number): try basic("i", number)
    case .uint32(let number): try basic("u", number)
    case .int64(let number): try basic("x", number)
    case .uint64(let number): try basic("t", number)
    case .double(let number): try basic("d", number)
    case .string(let text): try self.text("s", text)
    case .path(let text): try self.text("o", text)
    case .signature(let text): try self.text("g", text)
    case .descriptor(let descriptor): try basic("h", descriptor.number)
    case .bytes(let bytes):
      try check(
        bytes.withUnsafeBytes { tritone_bus_append_bytes(message, $0.baseAddress, $0.count) })
    case .array(let elements, let type):
      try open("a", type)
      for element in elements { try append(element, depth + 1) }
      try close()
    case .dictionary(let entries, let type):
      try open("a", "{\(type)}")
      for entry in entries {
        try open("e", type)
        try append(entry.key, depth + 1)
        try append(entry.value, depth + 1)
        try close()
      }
      try close()
    case .structure(let members):
      try open("r", members.map(\.signature).joined())
      for member in members { try append(member, depth + 1) }
      try close()
    case .variant(let content):
      try open("v", content.signature)
      try append(content, depth + 1)
      try close()
    }
  }

  private func basic(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) throws(BusError) {
    try check(
      withUnsafeBytes(of: value) {
        tritone_bus_append_basic(message, Self.code(type), $0.baseAddress)
      })
  }

  private func text(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
    guard !text.utf8.contains(0) else { throw .invalidMessage(code: EINVAL) }
    try check(text.withCString { tritone_bus_append_basic(message, Self.code(type), $0) })
  }

  private func open(_ type: Unicode.Scalar, _ contents: String) throws(BusError) {
    try check(contents.withCString { tritone_bus_open_container(message, Self.code(type), $0) })
  }

  private func close() throws(BusError) { try check(tritone_bus_close_container(message)) }

  private func check(_ code: Int32) throws(BusError) {
    guard code >= 0 else { throw .invalidMessage(code: -code) }
  }

  static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
