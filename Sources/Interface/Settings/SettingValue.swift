/// The value of a setting.
package enum SettingValue: Hashable, Sendable {
  case flag(Bool)
  case text(String)
  case number(Double)
  case numbers([Double])
  case names([String])

  /// The value for people: without quotes, lists with blanks between their elements.
  package var text: String {
    switch self {
    case .flag(let isOn): isOn ? "true" : "false"
    case .text(let text): text
    case .number(let number): SettingValue.text(number)
    case .numbers(let numbers): numbers.map(SettingValue.text).joined(separator: " ")
    case .names(let names): names.joined(separator: " ")
    }
  }

  /// The value in TOML.
  package var toml: String {
    switch self {
    case .flag, .number: text
    case .text(let text): SettingValue.quoted(text)
    case .numbers(let numbers):
      "[" + numbers.map(SettingValue.text).joined(separator: ", ") + "]"
    case .names(let names): "[" + names.map(SettingValue.quoted).joined(separator: ", ") + "]"
    }
  }

  /// A basic string of TOML 1.0.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Whole numbers without a point; others as they read back the same.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
