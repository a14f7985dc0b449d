import Music
import Screen

// Groups on the screen: collapsing them, and what is done with them as a whole.
extension App {
  mutating func performTemplate(_ command: TemplateCommand) -> [Effect] {
    switch command {
    case .toggleGroup: toggleGroup()
    case .toggleAllGroups: toggleAllGroups()
    case .choose, .list: return chooseTemplate()
    case .edit: return editTemplate()
    case .groupBy(let text), .use(let text): return useTemplate(text)
    case .save(let name): return saveTemplate(name)
    case .rename(let old, let new): return [.edit(.templates(.rename(old, to: new)))]
    case .delete(let name): return [.edit(.templates(.delete(name)))]
    }
    return []
  }

  private mutating func toggleGroup() {
    guard let key = focusedList?.groupAtCursor else {
      return say("There is no group here; \(key(.template(.choose))) groups the list")
    }
    collapse { $0.toggle(key) }
  }

  private mutating func toggleAllGroups() {
    guard focusedList?.isGrouped == true else {
      return say("There are no groups here; \(key(.template(.choose))) groups the list")
    }
    collapse { $0 = $0.isEmpty ? .all : CollapsedGroups() }
  }

  private mutating func collapse(_ change: (inout CollapsedGroups) -> Void) {
    changeQuery { change(&$0.collapsed) }
    guard let query = focusedList?.query else { return }
    groups.keep(query.collapsed, of: query.source)
  }

  /// A click on the sign in front of a header.
  mutating func toggleGroup(atColumn column: Int, ofRow index: Int, in pane: Pane) -> Bool {
    guard let list = layout.list(of: pane), (list.column..<list.column + 4).contains(column),
      case .group(let group) = focusedList?.window[index], group.isCollapsed != nil
    else { return false }
    move(toRow: index)
    toggleGroup()
    return true
  }

  /// Whole groups among the others; nil where the rows that are chosen are none.
  func moveGroups(by step: Int) -> [Effect]? {
    guard let list = focusedList, list.content != .queue else { return nil }
    let keys = list.chosen.compactMap { row -> String? in
      if case .group(let key) = row { key } else { nil }
    }
    guard !keys.isEmpty, keys.count == list.chosen.count else { return nil }
    return [.edit(.templates(.moveGroups(keys, list.query, by: step)))]
  }
}

extension ListState {
  /// Whether it has headers that can be collapsed.
  var isGrouped: Bool { groupAtCursor != nil || !window.template.isEmpty && count > 0 }

  /// The group that the cursor's row belongs to.
  var groupAtCursor: String? {
    guard window[selected] != nil else { return nil }
    for index in stride(from: selected, through: window.start, by: -1) {
      if case .group(let group) = window[index] {
        return group.isCollapsed == nil ? nil : group.key
      }
    }
    return window.openGroup
  }
}
