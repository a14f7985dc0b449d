import Music
import Screen

/// The form of a server on the screen.
struct ServerFormView: FieldFormView {
  let panel: ServerFormPanel
  let app: App

  static let labels = 14

  static func title(of panel: ServerFormPanel) -> String {
    switch panel.form.purpose {
    case .new: "Add a server"
    case .options(let server): "Options of " + TextWidth.truncated(server.name, to: 40)
    case .signIn(let server): "Sign in at " + TextWidth.truncated(server.name, to: 40)
    }
  }

  func label(of field: ServerFormField) -> String { field.label(at: panel.form.kind) }

  var hints: [Hint] {
    let verb =
      switch panel.form.purpose {
      case .new: "add"
      case .options: "keep"
      case .signIn: "sign in"
      }
    return [
      Hint(.accept, does: verb), Hint(.serverForm(.next), does: "next"),
      panel.choices == nil
        ? nil : Hint(.serverForm(.left), .serverForm(.right), does: "choose"),
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  func drawText(of field: ServerFormField, isFocused: Bool, _ face: Face, on line: Canvas) {
    if isFocused, let typed = panel.shownField {
      FieldView(field: typed).draw(on: line)
    } else {
      line.put(panel.shownText(of: field), face)
    }
  }

  /// The refusal, the mistake or the meaning of the field at the cursor.
  var explanation: (text: String, isMistake: Bool) {
    if let note = panel.note { return (note, panel.isRefused) }
    if let mistake = ServerFormView.mistake(in: panel.focused, of: panel) { return (mistake, true) }
    return (panel.focused.hint(at: panel.form.kind), false)
  }

  /// The mistake in a field; an empty one is none before Enter.
  static func mistake(in field: ServerFormField, of panel: ServerFormPanel) -> String? {
    panel.form[field].isEmpty ? nil : panel.form.mistake(in: field)
  }
}
