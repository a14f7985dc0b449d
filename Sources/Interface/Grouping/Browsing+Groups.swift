import Music
import Screen

// Groups of the focused list, and the templates of lists.
extension Browsing {
  mutating func toggleGroup() -> Response {
    guard let key = focusedList?.groupAtCursor else {
      return .saying("There is no group here; \(key: .template(.choose)) groups the list")
    }
    collapse { $0.toggle(key) }
    return []
  }

  mutating func toggleAllGroups() -> Response {
    guard focusedList?.isGrouped == true else {
      return .saying("There are no groups here; \(key: .template(.choose)) groups the list")
    }
    collapse { $0 = $0.isEmpty ? .all : CollapsedGroups() }
    return []
  }

  private mutating func collapse(_ change: (inout CollapsedGroups) -> Void) {
    changeQuery { change(&$0.collapsed) }
    guard let query = focusedList?.query else { return }
    groups.keep(query.collapsed, of: query.source)
  }

  /// Toggles a group by a click on the sign of its header.
  mutating func toggleGroup(atColumn column: Int, ofRow index: Int, in pane: Pane) -> Bool {
    guard let list = layout.list(of: pane), (list.column..<list.column + 4).contains(column),
      case .group(let group) = focusedList?.window[index], group.isCollapsed != nil
    else { return false }
    move(toRow: index)
    collapse { $0.toggle(group.key) }
    return true
  }

  /// Groups all lists of one kind by a template.
  mutating func group(by template: GroupTemplate, allLike source: ListSource) {
    groups.keep(template, for: source)
    let (groups, view) = (groups, ListSorts.view(source))
    changeLists {
      guard ListSorts.view($0.query.source) == view else { return }
      $0.content = .library(groups.applied(to: $0.query))
      $0.isStale = true
    }
  }

  mutating func expandGroups(of source: ListSource) {
    groups.keep(CollapsedGroups(), of: source)
    let groups = groups
    changeLists {
      guard $0.query.source == source else { return }
      $0.content = .library(groups.applied(to: $0.query))
    }
  }
}
