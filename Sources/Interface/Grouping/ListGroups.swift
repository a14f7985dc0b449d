package import Music

/// What lists are grouped by, one template for each kind of list, and which groups are collapsed.
///
/// The templates of playlists are the library's; those here belong to the screen, as orders do.
package struct ListGroups: Equatable, Sendable {
  /// By view, as their texts.
  private(set) var templates: [String: String] = [:]
  /// For as long as the program runs.
  private var collapsed: [ListSource: CollapsedGroups] = [:]

  package init(templates: [String: String] = [:]) { self.templates = templates }

  mutating func keep(_ template: GroupTemplate, for source: ListSource) {
    collapsed[source] = nil
    guard let view = ListSorts.view(source) else { return }
    templates[view] = template.isEmpty ? nil : template.source
  }

  mutating func keep(_ groups: CollapsedGroups, of source: ListSource) {
    collapsed[source] = groups.isEmpty ? nil : groups
  }

  /// The query with the template that was chosen for its kind of list, and what is collapsed in it.
  func applied(to query: ListQuery) -> ListQuery {
    var query = query
    // One of a later version that this one cannot read groups nothing.
    query.template = ListSorts.view(query.source).flatMap { templates[$0] }.flatMap {
      try? GroupTemplate($0)
    }
    query.collapsed = collapsed[query.source] ?? CollapsedGroups()
    return query
  }
}

/// Whose template is chosen or written.
package enum TemplateTarget: Equatable, Sendable {
  case playlist(PlaylistID)
  /// All lists of the same kind as this one.
  case lists(ListSource)
}
