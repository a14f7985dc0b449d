import Music

/// The values that a setting takes.
package enum SettingType: Hashable, Sendable {
  case flag
  case choice([String])
  /// The name of a skin; empty for none where `isOptional`.
  case skin(isOptional: Bool)
  /// One line, or empty.
  case text(maximum: Int)
  case number(ClosedRange<Double>, unit: String)
  /// Whole numbers.
  case integer(ClosedRange<Double>, unit: String)
  /// Pauses with their rewinds, as `RewindTable` reads them.
  case rewinds
  /// One of a few numbers.
  case oneOf([Double], unit: String)
  case numbers(count: Int, ClosedRange<Double>, unit: String)
  /// Columns of a list, as `:columns` takes them; none for those that go with the width.
  case columns

  /// The allowed values in words, behind “is”: “true or false”.
  package var words: String {
    switch self {
    case .flag: "true or false"
    case .choice(let choices): "one of " + choices.joined(separator: ", ")
    case .skin(isOptional: false): "the name of a skin"
    case .skin(isOptional: true): "the name of a skin, or empty"
    case .text(let maximum): "a text of up to \(maximum) characters, or empty"
    case .number(let range, let unit): "a number from " + Self.text(range, unit)
    case .integer(let range, let unit): "a whole number from " + Self.text(range, unit)
    case .rewinds:
      "pauses and how far to go back after them in seconds, as in 10:2 300:10, or empty"
    case .oneOf(let numbers, let unit):
      "one of " + numbers.map(\.shortText).joined(separator: ", ")
        + (unit.isEmpty ? "" : " \(unit)")
    case .numbers(let count, let range, let unit):
      "\(count) numbers from " + Self.text(range, unit)
    case .columns: "a list of columns, some with a width as in artist:20"
    }
  }

  private static func text(_ range: ClosedRange<Double>, _ unit: String) -> String {
    "\(range.lowerBound.shortText) to \(range.upperBound.shortText)"
      + (unit.isEmpty ? "" : " \(unit)")
  }

  /// The values that can be listed.
  package var choices: [String] {
    switch self {
    case .flag: ["true", "false"]
    case .choice(let choices): choices
    case .oneOf(let numbers, _): numbers.map(\.shortText)
    case .skin, .text, .rewinds, .number, .integer, .numbers, .columns: []
    }
  }

  /// Whether a value is one of the type.
  package func allows(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (.flag, .flag): true
    case (.choice(let choices), .text(let text)): choices.contains(text)
    case (.skin(let isOptional), .text(let name)):
      name.count <= 200 && (isOptional || name.contains { !$0.isWhitespace })
    case (.text(let maximum), .text(let text)):
      text.count <= maximum
        && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    case (.number(let range, _), .number(let number)): range.contains(number)
    case (.integer(let range, _), .number(let number)):
      range.contains(number) && number.rounded() == number
    case (.rewinds, .text(let text)): RewindTable(parsing: text) != nil
    case (.oneOf(let numbers, _), .number(let number)): numbers.contains(number)
    case (.numbers(let count, let range, _), .numbers(let numbers)):
      numbers.count == count && numbers.allSatisfy(range.contains)
    case (.columns, .names(let names)):
      names.count <= 100 && names.allSatisfy { ChosenColumn($0) != nil }
    case (.flag, _), (.choice, _), (.skin, _), (.text, _), (.number, _), (.integer, _),
      (.numbers, _), (.oneOf, _), (.rewinds, _),
      (.columns, _):
      false
    }
  }

  /// The value of a typed text; nil where it is none of the type.
  package func read(_ typed: String) -> SettingValue? {
    let text = typed.trimmingSpaces()
    let value: SettingValue?
    switch self {
    case .flag:
      value =
        switch text.lowercased() {
        case "true", "on", "yes": .flag(true)
        case "false", "off", "no": .flag(false)
        default: nil
        }
    case .choice(let choices):
      let word = Self.unquoted(text).lowercased()
      value = choices.first { $0.lowercased() == word }.map { .text($0) }
    case .skin, .text, .rewinds: value = .text(Self.unquoted(text))
    case .number, .integer, .oneOf:
      value = text.lowercased() == "off" ? .number(0) : Double(text).map { .number($0) }
    case .numbers:
      let words = Self.words(text)
      let numbers = words.compactMap(Double.init)
      value = numbers.count == words.count ? .numbers(numbers) : nil
    case .columns:
      let words = Self.words(text.lowercased())
      value = .names(words == ["default"] ? [] : words)
    }
    return value.flatMap { allows($0) ? $0 : nil }
  }

  /// A text without the quotes in which a setting is shown.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The elements of a list, between blanks and commas.
  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "," || $0 == "[" || $0 == "]" || $0 == "\"" }.map(String.init)
  }
}
