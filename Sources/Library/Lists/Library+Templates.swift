internal import GRDB
package import Music

extension Library {
  /// The saved group templates, by name.
  package func templates() async throws(LibraryError) -> [SavedTemplate] {
    try await read { try $0.savedTemplates() }
  }

  /// The template of a name, case and accents aside.
  package func template(named name: String) async throws(LibraryError) -> SavedTemplate? {
    try await read { try $0.savedTemplate(named: name) }
  }

  /// Saves a template under a name, replacing one of that name.
  ///
  /// - Returns: Whether one was replaced.
  package func saveTemplate(_ template: GroupTemplate, named name: String)
    async throws(LibraryError) -> Bool
  {
    let name = try TemplateName.tidied(name)
    return try await edit(name: { "\($0 ? "replaced" : "saved") the template \(name)" }) { db in
      let known = try db.savedTemplate(named: name)
      try db.execute(
        sql: """
          INSERT INTO templates (id, name, source) VALUES (?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, source = excluded.source
          """, arguments: [known?.id.rawValue, name, template.source])
      return known != nil
    }
  }

  /// - Throws: `.templateNameTaken`, and `.noSuchTemplate` when the template is gone.
  package func renameTemplate(_ id: TemplateID, to name: String) async throws(LibraryError) {
    let name = try TemplateName.tidied(name)
    _ = try await edit(name: { (old: String) in "renamed the template \(old) to \(name)" }) { db in
      let old = try db.existing(id)
      if let other = try db.savedTemplate(named: name), other.id != id {
        throw LibraryError.templateNameTaken(other.name)
      }
      try db.execute(
        sql: "UPDATE templates SET name = ? WHERE id = ?", arguments: [name, id.rawValue])
      return old
    }
  }

  package func deleteTemplate(_ id: TemplateID) async throws(LibraryError) {
    _ = try await edit(name: { (old: String) in "deleted the template \(old)" }) { db in
      let old = try db.existing(id)
      try db.execute(sql: "DELETE FROM templates WHERE id = ?", arguments: [id.rawValue])
      return old
    }
  }
}

private enum TemplateName {
  /// Names of presets are reserved: a user's template of that name would look the same.
  static func tidied(_ name: String) throws(LibraryError) -> String {
    let tidied: String
    do throws(LibraryError) {
      tidied = try PlaylistName.tidied(name)
    } catch {
      throw .emptyTemplateName
    }
    guard GroupTemplate.preset(named: tidied) == nil else { throw .templateNameTaken(tidied) }
    return tidied
  }
}

extension Database {
  fileprivate func savedTemplates() throws -> [SavedTemplate] {
    try Row.fetchAll(self, sql: "SELECT id, name, source FROM templates")
      .map { row in
        try SavedTemplate(
          id: TemplateID(row.value(0)), name: row.value(1),
          template: Database.template(row.value(2)))
      }
      .sorted(byName: \.name, id: \.id.rawValue)
  }

  fileprivate func savedTemplate(named name: String) throws -> SavedTemplate? {
    let wanted = SortKey.folded(name)
    return try savedTemplates().first { SortKey.folded($0.name) == wanted }
  }

  /// The name of a template.
  fileprivate func existing(_ id: TemplateID) throws -> String {
    let name = try String.fetchOne(
      self, sql: "SELECT name FROM templates WHERE id = ?", arguments: [id.rawValue])
    guard let name else { throw LibraryError.noSuchTemplate }
    return name
  }
}
