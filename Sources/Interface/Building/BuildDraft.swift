package import Music

/// The form's texts, valid or not, as they are kept while the form is closed.
package struct BuildDraft: Equatable, Sendable {
  /// Texts that differ from the defaults.
  private var texts: [BuildFormField: String] = [:]

  private static let standard: [BuildFormField: String] = {
    let options = BuildOptions()
    return Dictionary(
      uniqueKeysWithValues: BuildFormField.allCases.map { ($0, $0.text(of: options)) })
  }()

  package init() {}

  package init(_ options: BuildOptions) {
    for field in BuildFormField.allCases { self[field] = field.text(of: options) }
  }

  /// The texts of a session, which may be somebody else's: any texts of any length.
  init(restored texts: [String: String]?) {
    for (name, text) in texts ?? [:] {
      guard let field = BuildFormField(rawValue: name) else { continue }
      if let choices = field.choices {
        guard choices.contains(where: { $0.word == text }) else { continue }
      } else {
        guard text.utf8.count <= 4 * BuildFormField.maximumNames,
          text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { continue }
      }
      self[field] = text
    }
  }

  /// The texts to keep for the next start; nil where all are the defaults.
  var kept: [String: String]? {
    texts.isEmpty ? nil : Dictionary(uniqueKeysWithValues: texts.map { ($0.rawValue, $1) })
  }

  package subscript(field: BuildFormField) -> String {
    get { texts[field] ?? BuildDraft.standard[field] ?? "" }
    set { texts[field] = newValue == BuildDraft.standard[field] ? nil : newValue }
  }

  func isStandard(_ field: BuildFormField) -> Bool { texts[field] == nil }

  mutating func reset(_ field: BuildFormField) { texts[field] = nil }

  package var isStandard: Bool { texts.isEmpty }

  /// The fields of the chosen service, in the order of the form.
  var fields: [BuildFormField] {
    let service = self[.service]
    return BuildFormField.allCases.filter { $0.isShown(for: service) }
  }

  var isOnSpotify: Bool { self[.service] == "spotify" }

  /// Why the text of a field is invalid; nil where it is valid.
  package func mistake(in field: BuildFormField) -> String? {
    var options = BuildOptions()
    options.hasDateStamp = self[.dateStamp] == "yes"
    do throws(BuildFormMistake) {
      try field.read(self[field], into: &options)
    } catch {
      return error.reason
    }
    let reason = field.option.flatMap { options.mistake(in: $0) }
    return reason.map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }

  /// The first field with a mistake.
  var faulty: BuildFormField? { fields.first { mistake(in: $0) != nil } }

  /// The options as typed; nil where a field has a mistake. Options of other services keep their
  /// defaults.
  package var options: BuildOptions? {
    var options = BuildOptions()
    for field in fields {
      do throws(BuildFormMistake) {
        try field.read(self[field], into: &options)
      } catch {
        return nil
      }
    }
    return options
  }
}
