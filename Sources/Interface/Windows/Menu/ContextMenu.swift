package import Music
import Screen

/// The commands for the row at the cursor, in a window beside that row.
package struct ContextMenu: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    package let text: String
    package let command: Command
  }

  package enum Row: Equatable, Sendable {
    /// The buttons of the three mix slots.
    case slots
    case item(Item)
    /// The line between two groups.
    case line

    var isLine: Bool { self == .line }
  }

  /// The row that the commands are for, and the slots that hold it.
  struct Subject: Equatable, Sendable {
    var title: String
    var detail = ""
    var slots: Set<MixSlot> = []
  }

  let subject: Subject
  /// The row of the screen that the menu is for, and the column at which it was asked for.
  let anchor: Rect
  let column: Int
  package let rows: [Row]
  package internal(set) var cursor = ListCursor()
  /// The slot whose button is at the cursor.
  package private(set) var slot = MixSlot.one

  /// - Parameter groups: the commands; the last group has what takes something away.
  init(_ subject: Subject, hasSlots: Bool, groups: [[Item]], anchor: Rect, column: Int) {
    self.subject = subject
    self.anchor = anchor
    self.column = column
    let parts: [[Row]] = (hasSlots ? [[.slots]] : []) + groups.map { $0.map { .item($0) } }
    rows = Array(parts.joined(separator: [.line]))
    // Enter does the first command, as it does in the list.
    cursor.move(to: hasSlots ? 2 : 0, of: rows.count)
  }

  /// The command at the cursor.
  var command: Command? {
    switch rows[cursor.selected] {
    case .slots: .slot(.add(slot))
    case .item(let item): item.command
    case .line: nil
    }
  }

  func offers(_ command: Command) -> Bool {
    rows.contains { row in
      switch row {
      case .slots: MixSlot.allCases.contains { command == .slot(.add($0)) }
      case .item(let item): item.command == command
      case .line: false
      }
    }
  }

  mutating func move(by step: Int, height: Int) {
    let rows = rows
    cursor.move(by: step, of: rows.count) { rows[$0].isLine }
    cursor.scroll(height: height, of: rows.count)
  }

  mutating func chooseSlot(by step: Int) {
    guard rows[cursor.selected] == .slots else { return }
    slot = MixSlot(rawValue: slot.rawValue + step) ?? slot
  }
}
