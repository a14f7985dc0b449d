import Music

/// A line that may name the keys of commands, which only the keymap knows.
///
/// `"Removed; \(key: .undo) brings it back"` reads "Removed; Ctrl-Z brings it back", or whatever
/// key the user gave to undo.
struct Notice: Equatable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Part: Equatable, Sendable {
    case text(String)
    case key(Command)
  }

  fileprivate var parts: [Part]

  init(_ text: String) { parts = [.text(text)] }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append(.text(text)) }
    }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    mutating func appendInterpolation(key command: Command) {
      parts.append(.key(command))
    }
  }

  func text(_ keymap: Keymap) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .key(let command): keymap.key(for: command)
      }
    }.joined()
  }
}

extension App {
  /// The name of a command in messages: its first key, or its name where it has no key.
  func key(_ command: Command) -> String { keymap.key(for: command) }

  /// The keys that add to the mix slots.
  var slotKeys: String { MixSlot.allCases.map { key(.slot(.add($0))) }.joined(separator: " ") }
}
