import Music
import Screen

/// The window in which a template is written: the text, what is wrong with it, and the groups.
struct TemplateEditorView {
  let app: App
  let editor: TemplateEditor

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 16 ? size.rows : min(32, size.rows - 2),
      columns: size.columns < 60 ? size.columns : min(96, size.columns - 6), title: "Group by")
  }

  /// Where groups or placeholders are listed.
  private static func list(in size: Size) -> Rect { box(in: size).inside.inset(top: 3, bottom: 1) }

  /// Rows of groups that fit.
  static func previewHeight(in size: Size) -> Int { list(in: size).rows }

  func draw(into frame: inout Frame) {
    let box = TemplateEditorView.box(in: app.size)
    box.draw(into: &frame)
    let inside = box.inside
    guard inside.rows > 4 else { return }
    drawField(into: &frame, in: inside)
    drawState(into: &frame, in: inside)
    let list = TemplateEditorView.list(in: app.size)
    if case .inserting(let selected) = editor.mode {
      drawPlaceholders(selected, into: &frame, in: list)
    } else {
      drawGroups(into: &frame, in: list)
    }
    drawHints(into: &frame, in: inside.line(inside.rows - 1))
  }

  // MARK: The text

  private var isNaming: Bool { if case .naming = editor.mode { true } else { false } }

  private func drawField(into frame: inout Frame, in inside: Rect) {
    let line = inside.line(0)
    frame.fill(line, ground: .field)
    let view = FieldView(field: editor.field)
    let (start, width) = (line.column + 1, line.columns - 2)
    view.draw(
      into: &frame, row: line.row, column: start, width: width, ground: .field,
      showsCursor: !isNaming)
    guard let mistake = editor.mistake else { return }
    let column = start + view.column(of: mistake.column - 1, width: width)
    frame.put("▲", row: line.row + 1, column: column, face: .warning, ground: .overlay)
  }

  /// What is wrong, or how many groups there are; a name while it is asked for.
  private func drawState(into frame: inout Frame, in inside: Rect) {
    let line = inside.line(2)
    func put(_ text: String, _ face: Face) {
      frame.put(
        TextWidth.truncated(text, to: line.columns, keep: .start), row: line.row,
        column: line.column, face: face, ground: .overlay)
    }
    if case .naming(let field, let mistake) = editor.mode {
      put("Save as", .heading)
      let name = line.inset(left: 8)
      frame.fill(name, ground: .field)
      FieldView(field: field).draw(
        into: &frame, row: name.row, column: name.column + 1, width: name.columns - 2,
        ground: .field, showsCursor: true)
      if let mistake {
        frame.put(
          mistake, row: line.row - 1, column: line.column, limit: line.columns, face: .warning,
          ground: .overlay)
      }
    } else if let mistake = editor.mistake {
      put(mistake.message, .warning)
    } else if editor.query.template?.isEmpty ?? true {
      put("An empty template: the list stays without headers", .dimmed)
    } else if let preview = editor.preview, preview.query == editor.query {
      put(
        preview.count.counted("group") + " of " + preview.trackCount.counted("track"),
        .dimmed)
    } else {
      put(editor.hasFailed ? "The list could not be read" : "…", .dimmed)
    }
  }

  // MARK: Groups

  /// The groups that were at hand last stay until others come.
  private func drawGroups(into frame: inout Frame, in rect: Rect) {
    guard let preview = editor.preview else { return }
    for offset in 0..<rect.rows {
      guard case .group(let group) = preview[editor.top + offset] else { continue }
      let line = rect.line(offset)
      let detail = RowView.totals(of: group, columns: rect.columns + 4)
      let room = line.columns - TextWidth.columns(of: detail) - 1
      frame.put(
        TextWidth.truncated(group.text, to: room, keep: .start), row: line.row, column: line.column,
        face: editor.mistake == nil ? .header : .dimmed, ground: .overlay)
      frame.put(
        detail, row: line.row, column: line.right - TextWidth.columns(of: detail), face: .dimmed,
        ground: .overlay)
    }
  }

  // MARK: Placeholders

  private func firstPlaceholder(_ selected: Int, in rect: Rect) -> Int {
    max(0, min(selected - rect.rows / 2, editor.placeholders.count - rect.rows))
  }

  /// The placeholder in the list at a place of the screen.
  func placeholder(at position: Position) -> Int? {
    let rect = TemplateEditorView.list(in: app.size)
    guard case .inserting(let selected) = editor.mode, rect.contains(position) else { return nil }
    return firstPlaceholder(selected, in: rect) + position.row - rect.row
  }

  private func drawPlaceholders(_ selected: Int, into frame: inout Frame, in rect: Rect) {
    let (all, first) = (editor.placeholders, firstPlaceholder(selected, in: rect))
    for offset in 0..<rect.rows where all.indices.contains(first + offset) {
      let line = rect.line(offset)
      let ground: Ground = first + offset == selected ? .overlaySelected : .overlay
      frame.fill(line, ground: ground)
      let placeholder = all[first + offset]
      frame.put(
        "{\(placeholder.rawValue)}", row: line.row, column: line.column, face: .key, ground: ground)
      frame.put(
        TextWidth.truncated(placeholder.summary, to: line.columns - 15, keep: .start),
        row: line.row, column: line.column + 15, face: .text, ground: ground)
    }
  }

  private func drawHints(into frame: inout Frame, in line: Rect) {
    let hints: [(String, String)] =
      switch editor.mode {
      case .writing:
        [
          ("Enter", "group"), ("Tab", "placeholders"), ("Ctrl-S", "save"), ("Esc", "as before"),
          ("PgDn", "more groups"),
        ]
      case .inserting: [("Enter", "insert"), ("↑↓", "choose"), ("Esc", "back")]
      case .naming: [("Enter", "save"), ("Esc", "back")]
      }
    var column = line.column
    for (key, name) in hints {
      let width = TextWidth.columns(of: key) + 1 + TextWidth.columns(of: name)
      guard column + width <= line.right else { return }
      column += frame.put(key, row: line.row, column: column, face: .key, ground: .overlay) + 1
      column += frame.put(name, row: line.row, column: column, face: .hint, ground: .overlay) + 2
    }
  }
}
