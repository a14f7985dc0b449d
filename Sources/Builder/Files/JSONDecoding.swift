internal import FoundationEssentials

/// Decodes values of JSON, and says where a text is not what is expected.
enum JSONDecoding {
  struct Problem: Error, Equatable {
    var reason: String
  }

  static func value<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws(Problem) -> Value {
    if let problem = JSONSyntax.problem(in: bytes) {
      throw Problem(reason: "it is not JSON: \(problem)")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw Problem(reason: reason(error))
    } catch {
      throw Problem(reason: "it is not JSON")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context):
      return "\(path(context)) is not \(name(of: type))"
    case .valueNotFound(let type, let context):
      return "\(path(context)) is null and not \(name(of: type))"
    case .keyNotFound(let key, let context):
      let place = context.codingPath.isEmpty ? "" : " in \(path(context))"
      return "'\(key.stringValue)' is missing\(place)"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "it has a number out of range" : "\(path(context)) is out of range"
    @unknown default: return "it is not JSON"
    }
  }

  /// As "artists[3].top[0].name".
  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return path.isEmpty ? "the document" : path
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Int.Type, is Double.Type: "a number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    case _: "an object"
    }
  }
}
