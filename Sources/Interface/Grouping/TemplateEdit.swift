package import Music

/// Edits of the templates that group lists, each one step of the library's history.
package enum TemplateEdit: Equatable, Sendable {
  case set(PlaylistID, GroupTemplate)
  case save(GroupTemplate, String)
  case rename(String, to: String)
  case delete(String)
  /// Groups of a playlist by their keys, past the one before or behind them.
  case moveGroups([String], ListQuery, by: Int)
}
