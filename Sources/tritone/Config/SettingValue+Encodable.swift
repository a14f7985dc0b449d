import Interface

// Values in JSON, as tritone config list --json prints them.
extension SettingValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let isOn): try container.encode(isOn)
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .numbers(let numbers): try container.encode(numbers)
    case .names(let names): try container.encode(names)
    }
  }
}
