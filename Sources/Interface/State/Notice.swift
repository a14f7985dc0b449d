import Music

/// A line that may name the keys of commands, which only the keymap knows.
///
/// `"Removed; \(key: .undo) brings it back"` reads "Removed; Ctrl-Z brings it back", or whatever
/// key the user gave to undo.
package struct Notice: Equatable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Part: Equatable, Sendable {
    case text(String)
    case key(Command)
  }

  fileprivate var parts: [Part]

  package init(_ text: String) { parts = [.text(text)] }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append(.text(text)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    package mutating func appendInterpolation(key command: Command) {
      parts.append(.key(command))
    }
  }

  package func text(_ keymap: Keymap) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .key(let command): keymap.key(for: command)
      }
    }.joined()
  }
}

extension App {
  /// What a message calls a command: its first key, or its name where it has no key.
  func key(_ command: Command) -> String { keymap.key(for: command) }

  /// The keys that add to the mix slots.
  var slotKeys: String { MixSlot.allCases.map { key(.slot(.add($0))) }.joined(separator: " ") }
}
