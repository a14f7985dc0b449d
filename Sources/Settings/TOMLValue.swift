/// A value of a TOML text, with its line.
package struct TOMLValue: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case string(String)
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  package var content: Content
  /// Counted from 1.
  package var line: Int
  /// The bytes of the text.
  var bytes = 0..<0

  package var string: String? {
    if case .string(let value) = content { value } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = content { value } else { nil }
  }

  package var integer: Int? {
    if case .integer(let value) = content { value } else { nil }
  }

  package var array: [TOMLValue]? {
    if case .array(let value) = content { value } else { nil }
  }

  package var table: TOMLTable? {
    if case .table(let value) = content { value } else { nil }
  }
}

/// The entries of a table in the order of the text.
package struct TOMLTable: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let key: String
    package var value: TOMLValue
    /// The offset of the key in the text, in an inline table.
    var start = 0
  }

  package private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  /// Whether its own header or value was read, so that another one is a mistake.
  var isClosed = false

  package subscript(key: String) -> TOMLValue? { places[key].map { entries[$0].value } }

  mutating func set(_ key: String, _ value: TOMLValue, start: Int = 0) {
    if let offset = places[key] {
      entries[offset].value = value
    } else {
      places[key] = entries.count
      entries.append(Entry(key: key, value: value, start: start))
    }
  }
}
