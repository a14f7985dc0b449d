import CXML
import Music

/// Reads XML as events, through libxml2: of the document only the names of the open elements are
/// stored.
///
///     final class Names: XMLVisitor {
///       var names: [String] = []
///       func began(_ element: XMLElement) { names.append(element["Name"] ?? "") }
///       func ended(_ name: String, text: String) {}
///     }
///     let names = Names()
///     try XMLReader.read(bytes, for: names)
///
/// Documents are hostile: entities beyond the five of XML do not exist, whatever the document
/// declares; nothing is loaded from anywhere; depth, attributes and texts are bounded.
enum XMLReader {
  static let maximumDepth = 64
  static let maximumAttributes = 256
  /// Bytes between one `<` and the next: of a tag with its attributes, and of a text. It also
  /// bounds libxml2's search for duplicate attributes, which grows with their square.
  static let maximumText = 256 << 10

  /// - Throws: with its line, for invalid XML, input beyond the bounds, or a problem of the
  ///   visitor's.
  static func read(_ bytes: [UInt8], for visitor: any XMLVisitor) throws(DocumentProblem) {
    let text = try XMLEncoding.utf8(bytes)
    try checkPieces(of: text)
    let session = XMLSession(visitor)
    session.read(text)
    if let problem = session.problem { throw problem }
  }

  private static func checkPieces(of text: [UInt8]) throws(DocumentProblem) {
    var (last, line) = (0, 1)
    for (offset, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "<") { last = offset }
      if offset - last > maximumText {
        throw DocumentProblem(line: line, reason: "a tag or a text that does not end")
      }
    }
  }
}
