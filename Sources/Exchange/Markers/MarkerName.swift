import Music

/// A marker's kind and name as one text, for formats with a name only: "Drop: The big one", or
/// "Drop" for a drop without a name.
///
/// A plain marker is its name alone; one whose name would be parsed as another kind gets "Marker: "
/// in front.
enum MarkerName {
  static func text(_ kind: MixMarker.Kind, _ name: String) -> String {
    if kind == .cue(.marker), read(name).kind == nil { return name }
    return name.isEmpty ? title(kind) : "\(title(kind)): \(name)"
  }

  /// - Returns: no kind for a text without one; then the name is all of it.
  static func read(_ text: String) -> (kind: MixMarker.Kind?, name: String) {
    let utf8 = text.utf8
    let front = utf8.prefix(maximumTitle + 1).prefix { $0 != UInt8(ascii: ":") }
    guard front.count <= maximumTitle, let kind = kinds[String(Substring(front)).lowercased()]
    else { return (nil, text) }
    let rest = utf8[front.endIndex...].dropFirst()
    return (kind, String(Substring(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest)))
  }

  /// "Track", "Marker", "Mix In".
  static func title(_ kind: MixMarker.Kind) -> String {
    switch kind {
    case .track: "Track"
    case .cue(let kind):
      kind.rawValue.split(separator: " ")
        .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
  }

  private static let kinds: [String: MixMarker.Kind] = {
    let all = [MixMarker.Kind.track] + Cue.Kind.allCases.map(MixMarker.Kind.cue)
    return Dictionary(uniqueKeysWithValues: all.map { (title($0).lowercased(), $0) })
  }()

  private static let maximumTitle = 16
}

extension String {
  /// In one line: line breaks, tabs and other control characters become spaces.
  var inOneLine: String {
    guard unicodeScalars.contains(where: String.breaksLine) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(String.breaksLine(scalar) ? " " : scalar) }
    return String(text)
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
