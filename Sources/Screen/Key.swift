/// One press of a key, as the terminal reports it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A printable character or the space.
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A shifted character carries no shift: "M" is its own character.
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package init(_ character: Character) { self.init(.character(character)) }
}

/// Input from a terminal.
package enum Input: Equatable, Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Pasted text, unchanged; the receiving field interprets it.
  case paste(String)
}

/// One action of the mouse.
package struct Mouse: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  package enum Button: Equatable, Sendable { case left, right }

  package var action: Action
  package var position: Position
  /// Of the right button only presses are reported.
  package var button: Button

  package init(_ action: Action, at position: Position, button: Button = .left) {
    self.action = action
    self.position = position
    self.button = button
  }
}
