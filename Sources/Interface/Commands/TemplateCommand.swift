import Music

/// What a user can do with groups and with the templates that make them.
package enum TemplateCommand: Hashable, Sendable {
  case choose
  case groupBy(String)
  case toggleGroup, toggleAllGroups
  /// Opens the window of templates, or the one in which a template is written.
  case list, edit
  /// The name of a template, or its text.
  case use(String)
  /// Keeps what the list is grouped by under a name.
  case save(String)
  case rename(String, to: String)
  case delete(String)
}

extension CommandLineReader {
  static let templateUsages: [Usage] = [
    Usage(form: "template NAME|TEXT", summary: "group the list: a template's name, its text, none")
    { .template(.use($0)) },
    Usage(form: "save-template NAME", summary: "keep what the list is grouped by under a name") {
      .template(.save($0))
    },
    Usage(form: "rename-template OLD = NEW", summary: "give a kept template another name") {
      let names = $0.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces() }
      guard names.count == 2, !names.contains("") else { return nil }
      return .template(.rename(names[0], to: names[1]))
    },
    Usage(form: "delete-template NAME", summary: "forget a kept template") {
      .template(.delete($0))
    },
  ]
}
