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

  /// The field at the cursor.
  package var focused: DeviceFormField {
    let fields = form.fields
    return fields[max(0, min(cursor.selected, fields.count - 1))]
  }

  var choices: [DeviceFormField.Choice]? { focused.choices(with: form[focused]) }

  // MARK: Moving

  mutating func move(by step: Int) {
    cursor.move(by: step, of: form.fields.count)
    takeText()
  }

  /// Wraps from the last row to the first, and back.
  mutating func step(by step: Int) {
    let count = form.fields.count
    let next = cursor.selected + step
    cursor.select(next < 0 ? count - 1 : next >= count ? 0 : next)
    takeText()
  }

  mutating func focus(_ field: DeviceFormField) {
    guard let index = form.fields.firstIndex(of: field) else { return }
    cursor.select(index)
    takeText()
  }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: form.fields.count) }

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
      if isChanged { (completion, refusal) = (BuildCompletion(), nil) }
    } else if case .key(let key) = input, case .character(let letter) = key.code {
      choose(letter)
    }
  }

  mutating func choose(by step: Int) {
    guard let choices else { return }
    let index = choices.firstIndex { $0.word == form[focused] } ?? 0
    form[focused] = choices[(index + step + choices.count) % choices.count].word
    refusal = nil
  }

  private mutating func choose(_ letter: Character) {
    guard let choices else { return }
    let index = choices.firstIndex { $0.word == form[focused] } ?? 0
    let wanted = SortKey.folded(String(letter))
    let next = (1...choices.count).map { choices[(index + $0) % choices.count] }
      .first { SortKey.folded($0.title).hasPrefix(wanted) }
    if let next { form[focused] = next.word }
  }
}
