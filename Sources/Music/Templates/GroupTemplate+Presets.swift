extension GroupTemplate {
  /// The templates offered for every list.
  package static let presets: [(name: String, template: GroupTemplate)] = [
    ("No Grouping", .none),
    (
      "Album (Date)",
      preset("{Album} ({Date})", [value(.album), .literal(" "), .bracket(.round, [value(.date)])])
    ),
    (
      "Artist — Album",
      preset("{AlbumArtist} — {Album}", [value(.albumArtist), .literal(" — "), value(.album)])
    ),
    ("Artist", preset("{Artist}", [value(.artist)])),
    ("Album", preset("{Album}", [value(.album)])),
    ("Genre", preset("{Genre}", [value(.genre)])),
    ("Folder", preset("{Folder}", [value(.folder)])),
    ("Format", preset("{Format}", [value(.format)])),
    ("BPM Range", preset("{BPM} BPM", [value(.bpm), .literal(" BPM")])),
  ]

  /// The preset of a name, case and accents aside.
  package static func preset(named name: String) -> GroupTemplate? {
    presets.first { SortKey.folded($0.name) == SortKey.folded(name) }?.template
  }

  /// The name of the equivalent preset, else the text itself.
  package var name: String {
    GroupTemplate.presets.first { $0.template.isEquivalent(to: self) }?.name ?? source
  }

  private static func value(_ placeholder: Placeholder) -> TemplatePart {
    .field(TemplateField([.value(placeholder, nil)]))
  }

  private static func preset(_ source: String, _ pieces: [TemplatePart]) -> GroupTemplate {
    GroupTemplate(source: source, pieces: pieces)
  }
}

/// The user's template, saved under a name.
package struct SavedTemplate: Equatable, Sendable, Identifiable {
  package var id: TemplateID
  package var name: String
  package var template: GroupTemplate

  package init(id: TemplateID, name: String, template: GroupTemplate) {
    self.id = id
    self.name = name
    self.template = template
  }
}
