internal import FoundationEssentials

/// A value of JSON of any shape, so that what other programs wrote into a file stays there.
enum JSONValue: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let array = try? value.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  subscript(name: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }
}

/// JSON of devices: bounded before it is decoded.
enum HostileJSON {
  static let maximumDepth = 32

  /// The value of a type; nil for anything else, and for texts that are nested deeper.
  static func value<Value: Decodable>(
    _ bytes: [UInt8], _ type: Value.Type = Value.self
  ) -> Value? {
    guard depth(bytes) <= maximumDepth else { return nil }
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }

  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Only numbers that JSON has not cannot be encoded, and none is among ours.
    return (try? encoder.encode(value)).map { Array($0) + [0x0A] } ?? []
  }

  private static func depth(_ bytes: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    var (isInText, isEscaped) = (false, false)
    for byte in bytes {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
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
