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

  mutating func changed() { (note, isRefused) = (nil, false) }
}
