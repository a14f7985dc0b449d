import Screen

/// Reads the table `[shape]` of a skin. Every key may be missing.
struct ShapeReader {
  let mistake: (_ line: Int, _ reason: String) -> SettingsError

  private static let keys = [
    "frame", "border", "padding", "tabs", "heading", "group", "wave", "progress", "strip",
    "playing", "leader", "rows", "extras", "keys", "accentFrom",
  ]

  func shape(_ entries: [TOMLTable.Entry]) throws(SettingsError) -> Shape {
    var shape = Shape()
    for entry in entries {
      let (key, value) = (entry.key, entry.value)
      switch key {
      case "frame": shape.frame = try choice(value, key)
      case "border": shape.border = try choice(value, key)
      case "tabs": shape.tabs = try choice(value, key)
      case "heading": shape.heading = try choice(value, key)
      case "group": shape.group = try choice(value, key)
      case "wave": shape.wave = try choice(value, key)
      case "strip": shape.strip = try choice(value, key)
      case "keys": shape.keys = try choice(value, key)
      case "accentFrom": shape.accentFrom = try choice(value, key)
      case "rows": shape.rows = try choices(value, key)
      case "extras": shape.extras = try choices(value, key)
      case "playing":
        shape.playing = try glyphs(value, key, count: 1)[0]
        if shape.playing == " " { throw mistake(value.line, "“playing” is not a blank") }
      case "leader": shape.leader = try glyphs(value, key, count: 1)[0]
      case "progress":
        let glyphs = try glyphs(value, key, count: 3)
        shape.progress = .init(done: glyphs[0], head: glyphs[1], rest: glyphs[2])
      case "padding":
        guard let columns = value.integer, Shape.paddings.contains(columns) else {
          throw mistake(
            value.line,
            "“padding” is a number of columns, \(Shape.paddings.lowerBound) to "
              + "\(Shape.paddings.upperBound)")
        }
        shape.padding = columns
      default:
        throw mistake(
          value.line,
          "a shape has no “\(quoted(key))”: \(Self.keys.joined(separator: ", "))")
      }
    }
    return shape
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: TOMLValue, _ key: String
  ) throws(SettingsError) -> Choice where Choice.RawValue == String {
    guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
      throw mistake(
        value.line,
        "“\(key)” is one of "
          + Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    return choice
  }

  private func choices<Choice: RawRepresentable & CaseIterable & Hashable>(
    _ value: TOMLValue, _ key: String
  ) throws(SettingsError) -> Set<Choice> where Choice.RawValue == String {
    let all = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    guard let values = value.array else {
      throw mistake(value.line, "“\(key)” is a list of any of \(all)")
    }
    var chosen: Set<Choice> = []
    for value in values {
      guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
        throw mistake(value.line, "“\(key)” is a list of any of \(all)")
      }
      chosen.insert(choice)
    }
    return chosen
  }

  private func glyphs(
    _ value: TOMLValue, _ key: String, count: Int
  ) throws(SettingsError) -> [Character] {
    guard let glyphs = value.string.flatMap({ Shape.glyphs($0, count: count) }) else {
      throw mistake(
        value.line,
        count == 1
          ? "“\(key)” is one character, one column wide"
          : "“\(key)” is \(count) characters for done, head and rest, each one column wide")
    }
    return glyphs
  }

  private func quoted(_ text: String) -> String { TextWidth.truncated(text, to: 40) }
}
