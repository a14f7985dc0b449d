import Music

// Commands about groups and templates, and moves of whole groups.
extension App {
  mutating func performTemplate(_ command: TemplateCommand) -> [Effect] {
    switch command {
    case .toggleGroup where focusedList?.isGrouped == false && primaryAtCursor != nil:
      return toggleVariations()
    case .toggleGroup: return apply(browsing.toggleGroup())
    case .toggleAllGroups: return apply(browsing.toggleAllGroups())
    case .choose, .list: return chooseTemplate()
    case .edit: return editTemplate()
    case .groupBy(let text): return useTemplate(text)
    case .save(let name): return saveTemplate(name)
    case .rename(let old, let new): return [.edit(.templates(.rename(old, to: new)))]
    case .delete(let name): return [.edit(.templates(.delete(name)))]
    }
  }

  /// Moves whole groups; nil where the selection is none.
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
  /// Whether the list has headers that can be collapsed.
  var isGrouped: Bool { groupAtCursor != nil || !window.template.isEmpty && count > 0 }

  /// The group of the cursor's row.
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
