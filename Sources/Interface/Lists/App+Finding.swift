import Music
import Screen

// Moving, filtering, sorting and marking in the focused list.
extension App {
  mutating func performMove(_ command: MoveCommand) -> [Effect] {
    switch command {
    case .up where browsing.grid != nil: browsing.moveInGrid(byRows: -1)
    case .down where browsing.grid != nil: browsing.moveInGrid(byRows: 1)
    case .pageUp where browsing.grid != nil: browsing.moveInGrid(byRows: -gridPage)
    case .pageDown where browsing.grid != nil: browsing.moveInGrid(byRows: gridPage)
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -browsing.pageHeight)
    case .pageDown: move(by: browsing.pageHeight)
    case .top: move(toRow: 0)
    case .bottom: move(toRow: .max)
    }
    return []
  }

  /// A move with a count: that many times, or to the row of that number.
  mutating func performMove(_ command: MoveCommand, count: Int) -> [Effect] {
    switch command {
    case .up where browsing.grid != nil: browsing.moveInGrid(byRows: -count)
    case .down where browsing.grid != nil: browsing.moveInGrid(byRows: count)
    case .up: move(by: -count)
    case .down: move(by: count)
    case .pageUp: move(by: -count * browsing.pageHeight)
    case .pageDown: move(by: count * browsing.pageHeight)
    case .top, .bottom: move(toRow: count - 1)
    }
    return []
  }

  private var gridPage: Int { max(1, browsing.grid?.rows ?? 1) }

  /// A step beside, for the keys of the arrows in a grid.
  func gridStep(_ key: Key) -> Int? {
    guard browsing.grid != nil, key.modifiers.isEmpty else { return nil }
    return key.code == .left ? -1 : key.code == .right ? 1 : nil
  }

  mutating func move(by step: Int) { focus.content.move(by: step, in: &self) }

  mutating func move(toRow index: Int) { focus.content.move(toRow: index, in: &self) }

  mutating func performList(_ command: ListCommand) -> [Effect] {
    switch command {
    case .filter: openFilter()
    case .searchLibrary:
      browsing.browse(.songs)
      openFilter()
    case .nextMatch:
      if browsing.isFiltered {
        move(by: 1)
      } else {
        say("Nothing is filtered; \(key(.list(.filter))) filters")
      }
    case .previousMatch:
      if browsing.isFiltered { move(by: -1) } else { return perform(.track(.editNote)) }
    case .nextSort: return apply(browsing.sortByNext())
    case .reverseSort: return apply(browsing.reverseSort())
    case .sort(let column): return apply(browsing.sort(by: column))
    case .jump: openJump()
    case .jumpTo(let text): jump(to: text)
    case .mark: browsing.toggleMark(in: queue)
    case .density(let density):
      browsing.use(density)
    case .chooseColumns: openColumns()
    case .setColumns(let columns): setColumns(columns)
    case .markAll: return apply(browsing.toggleAllMarks())
    }
    return []
  }

  private mutating func openFilter() {
    if focusedList == nil { focus = .library }
    if browsing.isShelfFocused {
      return windows.open(.prompt(Prompt(.filter, text: browsing.shelf.filter)))
    }
    if browsing.isSharedShelfFocused {
      return windows.open(.prompt(Prompt(.filter, text: browsing.sharedShelf.filter)))
    }
    guard focusedList?.content != .queue else {
      say("The queue cannot be filtered")
      return
    }
    windows.open(.prompt(Prompt(.filter, text: focusedList?.query.filter ?? "")))
  }
}
