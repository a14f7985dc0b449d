import FoundationEssentials

/// The session as JSON text.
enum SessionText {
  static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// Nil if missing or in an older format: the session then starts empty.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ text: String?, atMost bytes: Int = .max
  ) -> Value? {
    guard let text, text.utf8.count <= bytes else { return nil }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
