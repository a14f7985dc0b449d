import Music
import Screen

/// The form of a device on the screen.
struct DeviceFormView: FieldFormView {
  let panel: DeviceFormPanel
  let app: App

  static let labels = 19

  static func title(of panel: DeviceFormPanel) -> String {
    panel.form.id == nil ? "Add a device" : "Edit a device"
  }

  func label(of field: DeviceFormField) -> String { field.label }

  var hints: [Hint] {
    let verb = panel.form.id == nil ? "add" : "keep"
    return [
      panel.focused == .contents
        ? Hint(.accept, does: "choose") : Hint(.accept, does: verb),
      panel.focused == .contents ? Hint(.deviceForm(.save), does: verb) : nil,
      panel.focused == .address ? Hint(.deviceForm(.complete), does: "complete") : nil,
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  func drawText(of field: DeviceFormField, isFocused: Bool, _ face: Face, on line: Canvas) {
    let text = panel.form[field]
    if field == .contents {
      if isFocused { line.markSelection() }
      line.put(text + (isFocused ? "…" : ""), face)
    } else if isFocused, let typed = panel.field {
      FieldView(field: typed).draw(on: line)
    } else {
      // The end of a path names the folder.
      line.put(text, face, keep: field == .address ? .end : .start)
    }
  }

  /// The mistake or meaning of the field at the cursor, or the names that complete it.
  var explanation: (text: String, isMistake: Bool) {
    if let refusal = panel.refusal { return (refusal, true) }
    let field = panel.focused
    if let mistake = DeviceFormView.mistake(in: field, of: panel) { return (mistake, true) }
    if let offers = panel.completion.text {
      return ("\(app.key(.deviceForm(.complete), in: .deviceForm)): \(offers)", false)
    }
    return (field.hint, false)
  }

  /// The mistake in a field; an empty one is none before Enter.
  static func mistake(in field: DeviceFormField, of panel: DeviceFormPanel) -> String? {
    if panel.form[field].isEmpty, field == .name || field == .address { return nil }
    return panel.form.mistake(in: field)
  }
}
