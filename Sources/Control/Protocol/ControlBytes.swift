internal import FoundationEssentials
package import JSON
internal import Music

// Paths and arguments, which need not be UTF-8: a text where they are, else an object with their
// bytes in Base64, as in all records of the program.
extension JSONNode {
  package static func bytes(_ bytes: [UInt8]) -> JSONNode {
    if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
    return .object([
      ("path", .text(String(decoding: bytes, as: UTF8.self))),
      ("pathBytes", .text(base64(bytes))),
    ])
  }

  /// The members of an object that name a path.
  static func members(of path: [UInt8]) -> [(String, JSONNode?)] {
    let text = String(decoding: path, as: UTF8.self)
    let isExact = text.utf8.elementsEqual(path)
    return [("path", .text(text)), ("pathBytes", isExact ? nil : .text(base64(path)))]
  }

  /// Nil for another value, and for bytes that no path may have.
  package var bytes: [UInt8]? {
    let found: [UInt8]?
    if let coded = self["pathBytes"]?.text {
      found = Data(base64Encoded: coded).map { Array($0) }
    } else {
      found = (text ?? self["path"]?.text).map { Array($0.utf8) }
    }
    return found.flatMap { $0.contains(0) ? nil : $0 }
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
