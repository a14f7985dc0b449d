package import Music

/// The template of each kind of list, and the collapsed groups.
///
/// The templates of playlists are the library's; those here are the screen's, as sort orders are.
package struct ListGroups: Equatable, Sendable {
  /// The texts of templates by view.
  private(set) var templates: [String: String] = [:]
  /// Not saved: for this run only.
  private var collapsed: [ListSource: CollapsedGroups] = [:]
  /// The primary ones whose variations show. Not saved, either.
  private var open: Set<TrackID> = []

  package init(templates: [String: String] = [:]) { self.templates = templates }

  mutating func keep(_ template: GroupTemplate, for source: ListSource) {
    collapsed[source] = nil
    guard let view = ListSorts.view(source) else { return }
    templates[view] = template.isEmpty ? nil : template.source
  }

  mutating func keep(_ groups: CollapsedGroups, of source: ListSource) {
    collapsed[source] = groups.isEmpty ? nil : groups
  }

  /// The query with the template of its kind of list, and its collapsed groups.
  func applied(to query: ListQuery) -> ListQuery {
    var query = query
    // A template of a later version that cannot be parsed groups nothing.
    query.template = ListSorts.view(query.source).flatMap { templates[$0] }.flatMap {
      try? GroupTemplate($0)
    }
    query.collapsed = collapsed[query.source] ?? CollapsedGroups()
    query.variations = query.source.foldsVariations ? variations : .listed
    return query
  }

  // MARK: Variations

  /// How lists of tracks show variations.
  var variations: VariationFolding { .folded(open: open) }

  func isOpen(_ primary: TrackID) -> Bool { open.contains(primary) }

  mutating func toggleVariations(of primary: TrackID) {
    if open.remove(primary) == nil { open.insert(primary) }
  }
}

/// The list or playlist that a template is for.
package enum TemplateTarget: Equatable, Sendable {
  case playlist(PlaylistID)
  /// All lists of the same kind as this one.
  case lists(ListSource)
}

extension ListSource {
  /// Whether a primary variation stands for the others there. Playlists and duplicates have each
  /// track for its own sake.
  fileprivate var foldsVariations: Bool {
    switch self {
    case .folder, .songs, .album, .genre, .category, .smart: true
    case .artists, .albums, .genres, .categories, .artist, .lists, .playlists, .playlist,
      .duplicates:
      false
    }
  }
}
