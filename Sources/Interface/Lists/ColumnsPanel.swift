/// The window of a list's columns. The list itself is the preview: each change holds at once.
package struct ColumnsPanel: Equatable, Sendable {
  /// A column that can be chosen, in the order of the list.
  struct Row: Equatable {
    var column: ChosenColumn
    var isOn: Bool
  }

  let slot: ListID
  let pane: Pane
  /// The columns when the window opened.
  let before: [ChosenColumn]?
  private(set) var rows: [Row] = []
  /// Whether the columns are those that go with the width.
  private(set) var isDefault = false
  var cursor = ListCursor()

  /// - Parameter shown: The columns on the screen.
  init(slot: ListID, pane: Pane, before: [ChosenColumn]?, shown: [TrackColumns.Kind]) {
    (self.slot, self.pane, self.before) = (slot, pane, before)
    fill(before ?? shown.map { ChosenColumn($0) })
    isDefault = before == nil
  }

  /// The chosen columns first, then the others.
  private mutating func fill(_ columns: [ChosenColumn]) {
    let columns = columns.filter { TrackColumns.Kind.choosable.contains($0.kind) }
    let named = Set(columns.map(\.kind))
    let others = TrackColumns.Kind.choosable.filter { !named.contains($0) }
    rows =
      columns.map { Row(column: $0, isOn: true) }
      + others.map { Row(column: ChosenColumn($0), isOn: false) }
  }

  var chosen: [ChosenColumn]? {
    isDefault ? nil : ChosenColumn.valid(rows.filter(\.isOn).map(\.column))
  }

  mutating func move(by step: Int, height: Int) {
    cursor.move(by: step, of: rows.count)
    cursor.scroll(height: height, of: rows.count)
  }

  /// The title stays.
  mutating func toggle() {
    guard rows[cursor.selected].column.kind != .title else { return }
    rows[cursor.selected].isOn.toggle()
    isDefault = false
  }

  /// Moves the selected column, and the cursor with it.
  mutating func shift(by step: Int, height: Int) {
    let other = cursor.selected + step
    guard rows.indices.contains(other) else { return }
    rows.swapAt(cursor.selected, other)
    isDefault = false
    move(by: step, height: height)
  }

  /// Widens the selected column from the width that it has on the screen; below the least width it
  /// follows the list's again.
  mutating func widen(by step: Int, from shown: Int?) {
    let column = rows[cursor.selected].column
    let width = (column.width ?? shown ?? column.kind.minimumWidth) + step
    setWidth(width < column.kind.minimumWidth ? nil : width)
  }

  mutating func setWidth(_ width: Int?) {
    rows[cursor.selected].column = ChosenColumn(rows[cursor.selected].column.kind, width: width)
    rows[cursor.selected].isOn = true
    isDefault = false
  }

  mutating func reset(to shown: [TrackColumns.Kind]) {
    fill(shown.map { ChosenColumn($0) })
    isDefault = true
  }
}
