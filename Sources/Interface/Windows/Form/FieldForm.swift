import Music
import Screen

/// A choice of a field by the word that is stored, and as it shows.
struct FieldChoice: Equatable, Sendable {
  let word: String
  let title: String
}

/// A field of a `FieldForm`.
protocol FormField: CaseIterable, Equatable {
  /// Nil for a text.
  ///
  /// - Parameter text: The present value, which may be one that only the command line makes.
  func choices(with text: String) -> [FieldChoice]?

  /// The most characters of a text; nil for those of any line.
  var maximumText: Int? { get }
}

/// The texts of a form whose fields depend on each other, valid or not.
protocol FieldForm {
  associatedtype Field: FormField

  /// The fields that mean something, in the order of the form.
  var fields: [Field] { get }

  subscript(field: Field) -> String { get set }

  /// Why the text of a field is invalid; nil where it is valid.
  func mistake(in field: Field) -> String?
}

extension FieldForm {
  /// The first field with a mistake.
  var faulty: Field? { fields.first { mistake(in: $0) != nil } }
}

/// The window of a `FieldForm`, with the text at the cursor.
protocol FieldFormPanel: CursorWindow {
  associatedtype Content: FieldForm

  var form: Content { get set }
  var cursor: ListCursor { get set }
  /// The text at the cursor; nil where the row has none.
  var field: TextField? { get set }

  /// Takes the text at the cursor from the form; the cursor of a text is at its end.
  mutating func takeText()
  /// Takes over what was typed before another field gets the cursor.
  mutating func leave()
  /// Forgets what was said about the texts before.
  mutating func changed()
}

extension FieldFormPanel {
  /// The field at the cursor.
  package var focused: Content.Field {
    let fields = form.fields
    return fields[max(0, min(cursor.selected, fields.count - 1))]
  }

  var choices: [FieldChoice]? { focused.choices(with: form[focused]) }

  mutating func leave() {}

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

  mutating func focus(_ field: Content.Field) {
    guard let index = form.fields.firstIndex(of: field) else { return }
    cursor.select(index)
    takeText()
  }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: form.fields.count) }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    panel.leave()
    panel.cursor.scroll(to: top, of: list)
    panel.takeText()
    app.windows.replaceTop(panel.overlay)
    return []
  }

  // MARK: Choosing

  mutating func choose(by step: Int) {
    guard let choices else { return }
    let index = choices.firstIndex { $0.word == form[focused] } ?? 0
    form[focused] = choices[(index + step + choices.count) % choices.count].word
    changed()
  }

  /// Chooses the next one with this first letter.
  mutating func choose(_ letter: Character) {
    guard let choices else { return }
    let index = choices.firstIndex { $0.word == form[focused] } ?? 0
    let wanted = SortKey.folded(String(letter))
    let next = (1...choices.count).map { choices[(index + $0) % choices.count] }
      .first { SortKey.folded($0.title).hasPrefix(wanted) }
    guard let next else { return }
    form[focused] = next.word
    changed()
  }
}
