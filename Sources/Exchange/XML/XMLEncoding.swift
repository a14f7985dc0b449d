import Music

/// The text of an XML document as UTF-8, whatever its encoding.
enum XMLEncoding {
  /// - Throws: where it is not valid in the encoding that it states.
  static func utf8(_ bytes: [UInt8]) throws(DocumentProblem) -> [UInt8] {
    guard let name = stated(in: bytes), !["utf-8", "utf8", "us-ascii"].contains(name) else {
      return try FileText(bytes).utf8
    }
    // Genuine UTF-16 was detected by its bytes; a document that states it in ASCII is wrong.
    guard !name.hasPrefix("utf-16"), !name.hasPrefix("ucs-2") else {
      return try FileText(bytes).utf8
    }
    guard let text = bytes.withUnsafeBufferPointer({ TextConversion.utf8($0, from: name) }) else {
      throw DocumentProblem(line: 1, reason: "not text in \(name), which it says it is")
    }
    return text
  }

  /// The encoding in the declaration, in lower case, where that is readable as ASCII.
  private static func stated(in bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard start.hasPrefix("<?xml") else { return nil }
    let declaration = start.prefix { $0 != ">" }
    guard let key = declaration.firstRange(of: "encoding") else { return nil }
    let value = declaration[key.upperBound...]
      .drop { $0 == " " || $0 == "=" }.dropFirst()
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return value.isEmpty || value.count > 40 ? nil : value.lowercased()
  }
}
