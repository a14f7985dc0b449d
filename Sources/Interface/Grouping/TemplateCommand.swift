import Music

/// Commands about groups and templates.
package enum TemplateCommand: Hashable, Sendable {
  /// Both open the window of templates; each has a row of its own in the table of commands.
  case choose, list
  /// The name or the text of a template.
  case groupBy(String)
  case toggleGroup, toggleAllGroups
  /// Opens the template editor.
  case edit
  /// Saves the list's template under a name.
  case save(String)
  case rename(String, to: String)
  case delete(String)
}

extension CommandLineReader {
  static let templateUsages: [Usage] = [
    Usage(form: "template NAME|TEXT", summary: "group the list: a template's name, its text, none")
    { .template(.groupBy($0)) },
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
