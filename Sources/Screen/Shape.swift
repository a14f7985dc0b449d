/// The geometry of a skin: how the same panes, rows and keys are drawn. The defaults are Obsidian's.
package struct Shape: Equatable, Sendable {
  package enum Framing: String, CaseIterable, Sendable {
    /// A box around each pane.
    case box
    /// Boxes that share their lines.
    case grid
    /// Lines between the panes.
    case split
    /// A line with the pane's name above each pane.
    case rule
    case none
  }

  package enum TabStyle: String, CaseIterable, Sendable {
    case ground, buttons, notebook, underline, crumbs, dots, caps
  }

  package enum Heading: String, CaseIterable, Sendable {
    case title, banner, plain, spaced, caps
  }

  package enum Group: String, CaseIterable, Sendable {
    case rule, dashes, line, bar, centre, plain
  }

  package enum Wave: String, CaseIterable, Sendable {
    case blocks, led, mirror, braille, bars, groove, thin
  }

  package enum Strip: String, CaseIterable, Sendable { case block, rail }

  package enum RowPart: String, CaseIterable, Sendable {
    case numbers, columns
    case artistFirst = "artist-first"
  }

  package enum Extra: String, CaseIterable, Sendable { case lcd, transport, disc }

  package enum KeyColors: String, CaseIterable, Sendable { case wheel, accent, none }

  package enum AccentSource: String, CaseIterable, Sendable { case skin, cover }

  /// The characters of a position line.
  package struct Progress: Equatable, Sendable {
    package var done: Character
    package var head: Character
    package var rest: Character

    package init(done: Character, head: Character, rest: Character) {
      (self.done, self.head, self.rest) = (done, head, rest)
    }
  }

  package var frame = Framing.box
  package var border = Border.rounded
  /// Columns between a pane's edge and its content.
  package var padding = 1
  package var tabs = TabStyle.ground
  package var heading = Heading.title
  package var group = Group.rule
  package var wave = Wave.blocks
  package var progress = Progress(done: "━", head: "●", rest: "─")
  package var strip = Strip.block
  /// The sign of what plays.
  package var playing: Character = "▶"
  /// Drawn between a name and the number behind it; a space for nothing.
  package var leader: Character = " "
  package var rows: Set<RowPart> = []
  package var extras: Set<Extra> = []
  package var keys = KeyColors.wheel
  package var accentFrom = AccentSource.skin

  package static let paddings = 1...4

  package init() {}

  /// The characters of a text, each a printable one of exactly one column; nil for any other text.
  package static func glyphs(_ text: String, count: Int) -> [Character]? {
    guard text.utf8.count <= 4 * count, text.unicodeScalars.count == count,
      text.unicodeScalars.allSatisfy({ ScalarKind($0) == .narrow })
    else { return nil }
    return text.unicodeScalars.map(Character.init)
  }
}
