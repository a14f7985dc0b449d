import Music
import Screen

/// A form: a line for each field with its label, and below them the hint of the focused one.
struct FormView {
  let form: Form
  let size: Size
  let keymap: Keymap

  private static func box(of form: Form, in size: Size) -> WindowBox {
    let columns = max(36, min(72, size.columns - 4))
    return WindowBox(
      size: size, rows: min(size.rows, form.fields.count + 4 + matchRows(of: form, in: size)),
      columns: columns, title: form.title)
  }

  /// Rows for the tracks of a smart playlist: their number and the first ones, or none.
  private static func matchRows(of form: Form, in size: Size) -> Int {
    guard case .smart = form.purpose else { return 0 }
    let rows = SmartMatches.shown + 2
    let room = size.rows - form.fields.count - 6
    return room >= rows ? rows : room >= 2 ? 2 : 0
  }

  static func list(of form: Form, in size: Size) -> Rect {
    box(of: form, in: size).inside.inset(bottom: 2 + matchRows(of: form, in: size))
  }

  /// Fields that fit.
  static func height(of form: Form, in size: Size) -> Int { max(1, list(of: form, in: size).rows) }

  /// The field at a position on the screen.
  static func field(at position: Position, of form: Form, in size: Size) -> Int? {
    let list = list(of: form, in: size)
    guard list.contains(position) else { return nil }
    let index = form.cursor.top + position.row - list.row
    return form.fields.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    FormView.box(of: form, in: size).draw(into: &frame) { inside in
      let labels = form.fields.map { TextWidth.columns(of: $0.label) }.max() ?? 0
      let shown = form.fields.dropFirst(form.cursor.top).prefix(FormView.height(of: form, in: size))
      for (row, field) in shown.enumerated() {
        draw(
          field, isFocused: form.cursor.top + row == form.focused, labels, on: inside.line(row))
      }
      let rows = FormView.matchRows(of: form, in: size)
      if rows > 0 {
        drawMatches(on: inside.inset(top: inside.rows - 1 - rows, bottom: 2))
      }
      let field = form.fields[form.focused]
      let hint = field.mistake ?? hint(of: field)
      inside.lastLine.put(hint, field.mistake == nil ? .dimmed : .warning)
    }
  }

  private func drawMatches(on area: Canvas) {
    area.line(0).put(App.matchText(of: form), .heading)
    guard App.query(of: form) != nil, let window = form.matches?.window else { return }
    for (row, track) in window.rows.compactMap(\.track).prefix(area.rows - 1).enumerated() {
      var line = area.line(1 + row)
      line.writeRight(track.audio.duration?.clockText ?? "", .dimmed, gap: 2)
      let artist = track.tags.artist.map { " — \($0)" } ?? ""
      line.put(track.title + artist, .text)
    }
  }

  private func hint(of field: Form.Field) -> String {
    if field.showsOffers {
      let key = keymap.key(for: .form(.nextOffer), in: .form)
      return key + ": " + field.offers.prefix(FormView.shownOffers).joined(separator: ", ")
    }
    return field.hint.isEmpty ? usage(of: field) : field.hint
  }

  /// More do not fit in a line.
  private static let shownOffers = 12

  private func usage(of field: Form.Field) -> String {
    func key(_ key: WindowKey) -> String { keymap.key(for: key, in: .form) }
    let keeping = "\(key(.accept)) keeps all, \(key(.close)) nothing"
    guard case .choice = field.content else { return keeping }
    let own = field.ownSign.map { "\($0) for your own, " } ?? ""
    return "\(key(.form(.left))) \(key(.form(.right))) change it, \(own)\(keeping)"
  }

  private func draw(_ field: Form.Field, isFocused: Bool, _ labels: Int, on line: Canvas) {
    let face: Face = field.mistake != nil ? .warning : isFocused ? .accent : .dimmed
    line.put(field.label, face, keep: nil)
    var line = line.inset(left: labels + 2)
    guard line.columns > 4 else { return }
    if isFocused { line = line.filled(.field) }
    line = line.inset(left: 1, right: 1)
    switch field.content {
    case .text(let text):
      FieldView(field: text).draw(on: line, showsCursor: isFocused)
      if text.text.isEmpty, !field.isTouched { line.put(field.placeholder, .dimmed, keep: nil) }
    case .choice(let choices, let index):
      if isFocused { line.markSelection() }
      line.put(isFocused ? "‹ \(choices[index]) ›" : choices[index], .text)
    }
  }
}
