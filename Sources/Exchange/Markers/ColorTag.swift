/// A colour in square brackets at an end of a text, for formats without a field for it; a text that
/// only looks as if it had one gets "[none]".
enum ColorTag {
  /// "[red] notes".
  static func leading(_ color: String?, _ text: String) -> String {
    guard let color = color.flatMap(MarkColor.init(of:)) else {
      return readLeading(text).text == text ? text : "[none] \(text)"
    }
    return text.isEmpty ? "[\(color.rawValue)]" : "[\(color.rawValue)] \(text)"
  }

  static func readLeading(_ text: String) -> (color: String?, text: String) {
    for (name, tag) in tags where text.utf8.starts(with: tag) {
      let rest = text.utf8.dropFirst(tag.count)
      guard rest.isEmpty || rest.first == space else { continue }
      return (MarkColor(rawValue: name)?.rawValue, String(Substring(rest.dropFirst())))
    }
    return (nil, text)
  }

  /// "label [red]".
  static func trailing(_ color: String?, _ text: String) -> String {
    guard let color = color.flatMap(MarkColor.init(of:)) else {
      return readTrailing(text).text == text ? text : "\(text) [none]"
    }
    return text.isEmpty ? "[\(color.rawValue)]" : "\(text) [\(color.rawValue)]"
  }

  static func readTrailing(_ text: String) -> (color: String?, text: String) {
    for (name, tag) in tags where text.utf8.suffix(tag.count).elementsEqual(tag) {
      let rest = text.utf8.dropLast(tag.count)
      guard rest.isEmpty || rest.last == space else { continue }
      return (MarkColor(rawValue: name)?.rawValue, String(Substring(rest.dropLast())))
    }
    return (nil, text)
  }

  private static let space = UInt8(ascii: " ")
  private static let tags = (MarkColor.allCases.map(\.rawValue) + ["none"]).map {
    ($0, Array("[\($0)]".utf8))
  }
}
