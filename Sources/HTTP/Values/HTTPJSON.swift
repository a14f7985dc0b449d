internal import FoundationEssentials

extension HTTPBody {
  /// A value as JSON.
  package static func json(_ value: some Encodable) throws(HTTPError) -> HTTPBody {
    do {
      return HTTPBody(Array(try JSONEncoder().encode(value)), type: "application/json")
    } catch { throw .invalidRequest(reason: "a value cannot be written as JSON") }
  }
}

extension HTTPResponse {
  /// Brackets within each other.
  static let maximumJSONDepth = 32

  /// The body decoded from JSON.
  package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(HTTPError) -> Value {
    guard Self.jsonDepth(body) <= Self.maximumJSONDepth else {
      throw .badResponse(head.url.description, reason: "its JSON is nested too deeply")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch {
      throw .badResponse(head.url.description, reason: "its JSON is not what was expected")
    }
  }

  static func jsonDepth(_ bytes: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    var isInText = false
    var isEscaped = false
    for byte in bytes {
      if isInText {
        if isEscaped {
          isEscaped = false
          continue
        }
        isEscaped = byte == UInt8(ascii: "\\")
        if byte == UInt8(ascii: "\"") { isInText = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
