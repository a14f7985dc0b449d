package import Music

/// Edits of the templates that group lists, each one step of the library's history.
package enum TemplateEdit: Equatable, Sendable {
  case set(PlaylistID, GroupTemplate)
  case save(GroupTemplate, String)
  case rename(String, to: String)
  case delete(String)
  /// Moves a playlist's groups, by their keys, past a neighbouring one.
  case moveGroups([String], ListQuery, by: Int)
}
