import Music
import Screen

/// The form of a server, with the text at the cursor. No description shows its texts.
package struct ServerFormPanel: Equatable, Sendable, Redacted {
  package internal(set) var form: ServerForm
  package internal(set) var cursor = ListCursor()
  /// The text at the cursor; nil where the row has none.
  package internal(set) var field: TextField?
  /// Why the server was refused, or what was changed in the form; until the next change.
  var note: String?
  var isRefused = false

  package var description: String { "(the form of a server)" }

  init(_ form: ServerForm) {
    self.form = form
    takeText()
  }

  /// The field at the cursor.
  package var focused: ServerFormField {
    let fields = form.fields
    return fields[max(0, min(cursor.selected, fields.count - 1))]
  }

  var choices: [ServerFormField.Choice]? { focused.choices(with: form[focused]) }

  /// The text at the cursor as it shows: a dot for each character of a secret.
  var shownField: TextField? {
    guard focused.isSecret, let field else { return field }
    func dots(_ count: Int) -> String { String(repeating: "•", count: count) }
    return TextField(
      dots(field.cursor), dots(field.text.count - field.cursor), limit: focused.maximumText)
  }

  func shownText(of field: ServerFormField) -> String {
    let text = form[field]
    return field.isSecret ? String(repeating: "•", count: min(text.count, 200)) : text
  }

  // MARK: Moving

  mutating func move(by step: Int) {
    leave()
    cursor.move(by: step, of: form.fields.count)
    takeText()
  }

  /// Wraps from the last row to the first, and back.
  mutating func step(by step: Int) {
    leave()
    let count = form.fields.count
    let next = cursor.selected + step
    cursor.select(next < 0 ? count - 1 : next >= count ? 0 : next)
    takeText()
  }

  mutating func focus(_ field: ServerFormField) {
    guard let index = form.fields.firstIndex(of: field) else { return }
    cursor.select(index)
    takeText()
  }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: form.fields.count) }

  /// Takes the text at the cursor from the form; the cursor of a text is at its end.
  mutating func takeText() {
    guard choices == nil else { return field = nil }
    field = TextField(form[focused], "", limit: focused.maximumText)
  }

  /// Credentials in an address are moved to their fields once it is left.
  mutating func leave() {
    guard focused == .address, let note = form.tidyAddress() else { return }
    self.note = note
  }

  // MARK: Editing

  /// Types into the text at the cursor, or changes a choice by its first letter.
  mutating func edit(_ input: Input) {
    if var text = field {
      guard text.handle(input) else { return }
      if text.text != field?.text { changed() }
      field = text
      form[focused] = text.text
      // An address with a password in it is pasted more often than typed.
      if case .paste = input, focused == .address {
        leave()
        takeText()
      }
    } else if case .key(let key) = input, case .character(let letter) = key.code {
      choose(letter)
    }
  }

  mutating func choose(by step: Int) {
    guard let choices else { return }
    let index = choices.firstIndex { $0.word == form[focused] } ?? 0
    form[focused] = choices[(index + step + choices.count) % choices.count].word
    changed()
  }

  private mutating func choose(_ letter: Character) {
    guard let choices else { return }
    let index = choices.firstIndex { $0.word == form[focused] } ?? 0
    let wanted = SortKey.folded(String(letter))
    let next = (1...choices.count).map { choices[(index + $0) % choices.count] }
      .first { SortKey.folded($0.title).hasPrefix(wanted) }
    guard let next else { return }
    form[focused] = next.word
    changed()
  }

  private mutating func changed() { (note, isRefused) = (nil, false) }
}
