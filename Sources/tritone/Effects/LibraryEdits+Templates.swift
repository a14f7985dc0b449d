import Interface
import Library
import Music

/// Edits of templates.
extension LibraryEdits {
  func perform(_ edit: TemplateEdit) async throws -> Event? {
    switch edit {
    case .set(let playlist, let template):
      try await library.setTemplate(template, of: playlist)
      return .done(.templates(.set(template)))
    case .save(let template, let name):
      let isReplaced = try await library.saveTemplate(template, named: name)
      return .done(.templates(.saved(name, isReplaced: isReplaced)))
    case .rename(let old, let name):
      try await library.renameTemplate(try await template(old).id, to: name)
      return .done(.templates(.renamed(old, to: name)))
    case .delete(let name):
      let template = try await template(name)
      try await library.deleteTemplate(template.id)
      return .done(.templates(.deleted(template.name)))
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
