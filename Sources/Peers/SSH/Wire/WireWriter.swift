internal import Music

/// Writes values as frames hold them: numbers in little-endian order, texts and paths behind their
/// lengths, no value inside another of its kind.
struct WireWriter {
  /// Bytes of one text or path.
  static let maximumText = 64 << 10

  private(set) var bytes: [UInt8] = []

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func write(_ value: UInt8) { bytes.append(value) }

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func write(_ value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func write(_ value: UInt64) {
    write(UInt32(truncatingIfNeeded: value))
    write(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func write(_ value: Int64) { write(UInt64(bitPattern: value)) }

  mutating func write(_ value: Int) { write(Int64(value)) }

  mutating func write(_ value: Int32) { write(UInt32(bitPattern: value)) }

  mutating func write(_ value: Double) { write(value.bitPattern) }

  mutating func write(_ values: [UInt8]) {
    write(UInt32(values.count))
    bytes += values
  }

  mutating func write(_ path: FilePath) { write(path.bytes) }

  /// Writes a text, cut where it is too long to be shown.
  mutating func write(_ text: String) {
    var text = text[...]
    if text.utf8.count > Self.maximumText {
      text = text.prefix(Self.maximumText / 4)
      while text.utf8.count > Self.maximumText { text.removeLast(max(1, text.count / 8)) }
    }
    write(UInt32(text.utf8.count))
    bytes += text.utf8
  }

  mutating func write<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  mutating func write(_ value: String?) { write(value) { $0.write($1) } }
  mutating func write(_ value: Int64?) { write(value) { $0.write($1) } }
}
