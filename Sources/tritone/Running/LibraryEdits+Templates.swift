import Interface
import Library
import Music

/// The edits of templates, and what is said of each.
extension LibraryEdits {
  func perform(_ edit: TemplateEdit) async throws -> Event? {
    switch edit {
    case .set(let playlist, let template):
      try await library.setTemplate(template, of: playlist)
      return .done(template.isEmpty ? "Not grouped" : "Grouped by \(template.name)")
    case .save(let template, let name):
      let isReplaced = try await library.saveTemplate(template, named: name)
      return .done(
        "\(isReplaced ? "Replaced" : "Saved") the template \(name); \(key: .template(.choose)) offers it"
      )
    case .rename(let old, let name):
      try await library.renameTemplate(try await template(old).id, to: name)
      return .done("The template \(old) is now \(name)")
    case .delete(let name):
      let template = try await template(name)
      try await library.deleteTemplate(template.id)
      return .done("Template \(template.name) deleted; \(key: .undo) brings it back")
    case .moveGroups(let keys, let query, let step):
      _ = try await library.moveGroups(keys, in: query, by: step)
      return nil
    }
  }

  private func template(_ name: String) async throws -> SavedTemplate {
    guard let template = try await library.template(named: name) else {
      throw LibraryError.noSuchTemplate
    }
    return template
  }
}
