import Music
import Screen

/// The form of a device, with the text at the cursor.
package struct DeviceFormPanel: Equatable, Sendable {
  package internal(set) var form: DeviceForm
  package internal(set) var cursor = ListCursor()
  /// The text at the cursor; nil where the row has none.
  package internal(set) var field: TextField?
  var completion = BuildCompletion()
  /// Why the device was refused; until the next change.
  var refusal: String?

  init(_ form: DeviceForm) {
    self.form = form
    takeText()
  }

  /// Takes the text at the cursor from the form; the cursor of a text is at its end.
  mutating func takeText() {
    completion = BuildCompletion()
    guard focused != .contents, choices == nil else { return field = nil }
    field = TextField(form[focused], "", limit: focused.maximumText)
  }

  // MARK: Editing

  /// Types into the text at the cursor, or changes a choice by its first letter.
  mutating func edit(_ input: Input) {
    if var text = field {
      guard text.handle(input) else { return }
      let isChanged = text.text != field?.text
      field = text
      form[focused] = text.text
      if isChanged {
        completion = BuildCompletion()
        changed()
      }
    } else if case .key(let key) = input, case .character(let letter) = key.code {
      choose(letter)
    }
  }

  mutating func changed() { refusal = nil }
}
