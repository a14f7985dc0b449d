package import Music

/// Results of edits of templates; texts are names of templates.
package enum TemplateOutcome: Equatable, Sendable {
  case set(GroupTemplate)
  case saved(String, isReplaced: Bool)
  case renamed(String, to: String)
  case deleted(String)

  var notice: Notice {
    switch self {
    case .set(let template): template.isEmpty ? "Not grouped" : "Grouped by \(template.name)"
    case .saved(let name, let isReplaced):
      "\(isReplaced ? "Replaced" : "Saved") the template \(name); \(key: .template(.choose)) offers it"
    case .renamed(let old, let name): "The template \(old) is now \(name)"
    case .deleted(let name): "Template \(name) deleted; \(key: .undo) brings it back"
    }
  }
}
