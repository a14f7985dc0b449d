/// The lines of boxes, and the characters where lines meet.
package enum Border: String, CaseIterable, Sendable {
  case rounded, light, heavy, double, ascii

  /// The directions in which lines leave a cell.
  package struct Arms: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let up = Arms(rawValue: 1)
    package static let right = Arms(rawValue: 2)
    package static let down = Arms(rawValue: 4)
    package static let left = Arms(rawValue: 8)
  }

  package subscript(arms: Arms) -> Character {
    Border.characters[self]?[Int(arms.rawValue & 15)] ?? " "
  }

  package var horizontal: Character { self[[.left, .right]] }
  package var vertical: Character { self[[.up, .down]] }

  /// By the raw values of arms.
  private static let characters: [Border: [Character]] = [
    .rounded: Array(" ╵╶╰╷│╭├╴╯─┴╮┤┬┼"),
    .light: Array(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"),
    .heavy: Array(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"),
    .double: Array(" ║═╚║║╔╠═╝═╩╗╣╦╬"),
    .ascii: Array(" |-+||++-+-+++++"),
  ]
}
