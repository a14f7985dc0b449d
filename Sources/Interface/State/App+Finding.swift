import Music

// Moving, filtering, sorting and marking in the focused list.
extension App {
  mutating func performMove(_ command: MoveCommand) -> [Effect] {
    switch command {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -pageHeight)
    case .pageDown: move(by: pageHeight)
    case .top: move(toRow: 0)
    case .bottom: move(toRow: .max)
    }
    return []
  }

  mutating func performList(_ command: ListCommand) -> [Effect] {
    switch command {
    case .filter: openFilter()
    case .searchLibrary:
      focus = .library
      mode = .songs
      openFilter()
    case .nextMatch:
      if isFiltered {
        move(by: 1)
      } else {
        say("Nothing is filtered; \(key(.list(.filter))) filters")
      }
    case .previousMatch:
      if isFiltered { move(by: -1) } else { return perform(.track(.editNote)) }
    case .nextSort: sortByNext()
    case .reverseSort: reverseSort()
    case .sort(let column): sort(by: column)
    case .mark: toggleMark()
    case .markAll: toggleAllMarks()
    }
    return []
  }

  var isFiltered: Bool { !(focusedList?.query.filter.isEmpty ?? true) }

  private mutating func openFilter() {
    if focusedList == nil { focus = .library }
    guard focusedList?.content != .queue else {
      say("The queue cannot be filtered")
      return
    }
    overlays.append(.prompt(Prompt(.filter, text: focusedList?.query.filter ?? "")))
  }

  private mutating func toggleMark() {
    guard var list = focusedList,
      let row = list.content == .queue ? queueCursor.map(RowID.queueItem) : list.selectedRow?.id
    else { return }
    list.marks.toggle(row)
    focusedList = list
    move(by: 1)
  }

  private mutating func toggleAllMarks() {
    guard var list = focusedList, list.count > 0 else { return }
    list.marks = list.marks.isInverted ? Marks() : .all
    focusedList = list
    say(list.marks.isEmpty ? "Nothing is marked" : "All \(list.count.counted("row")) are marked")
  }
}
