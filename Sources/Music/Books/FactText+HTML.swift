extension FactText {
  private static let longestTag = 1_000
  private static let breaking: Set<String> = ["br", "p", "div", "li", "ul", "ol", "tr", "h1", "h2"]
  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "mdash": "\u{2014}",
    "ndash": "\u{2013}", "hellip": "\u{2026}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
    "ldquo": "\u{201C}", "rdquo": "\u{201D}",
  ]

  /// The paragraphs of a description, which is plain text or HTML.
  package static func description(_ text: some StringProtocol) -> String? {
    let scalars = Array(text.unicodeScalars.prefix(4 * longestDescription))
    guard scalars.contains(where: { $0 == "<" || $0 == "&" }) else { return paragraphs(text) }
    var plain = String.UnicodeScalarView()
    var offset = 0
    while offset < scalars.count {
      let scalar = scalars[offset]
      if scalar == "<", let (name, end) = tag(scalars, at: offset) {
        if breaking.contains(name) { plain.append("\n") }
        offset = end
      } else if scalar == "&", let (character, end) = entity(scalars, at: offset) {
        plain.append(character)
        offset = end
      } else {
        plain.append(scalar)
        offset += 1
      }
    }
    return paragraphs(String(plain))
  }

  /// The name of the tag that begins here, and its end; nil for a mere sign.
  private static func tag(_ text: [Unicode.Scalar], at start: Int) -> (String, Int)? {
    var offset = start + 1
    if offset < text.count, text[offset] == "/" { offset += 1 }
    guard offset < text.count, text[offset].properties.isAlphabetic || text[offset] == "!" else {
      return nil
    }
    var name = String.UnicodeScalarView()
    while offset < text.count, text[offset].properties.isAlphabetic || isDigit(text[offset]),
      name.count < 10
    {
      name.append(text[offset])
      offset += 1
    }
    let end = text[offset..<min(text.count, offset + longestTag)].firstIndex(of: ">")
    return end.map { (String(name).lowercased(), $0 + 1) }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func entity(
    _ text: [Unicode.Scalar], at start: Int
  ) -> (Unicode.Scalar, Int)? {
    let rest = text[(start + 1)..<min(text.count, start + 12)]
    guard let end = rest.firstIndex(of: ";") else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: rest[..<end])
    let name = String(view)
    if let known = entities[name] { return (known, end + 1) }
    guard name.hasPrefix("#") else { return nil }
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    return number.flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
  }
}
