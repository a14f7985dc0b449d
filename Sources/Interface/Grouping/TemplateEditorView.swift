import Music
import Screen

/// The template editor: the text, its error, and the groups.
struct TemplateEditorView {
  let app: App
  let editor: TemplateEditor

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 16 ? size.rows : min(32, size.rows - 2),
      columns: size.columns < 60 ? size.columns : min(96, size.columns - 6), title: "Group by")
  }

  /// The area of groups or placeholders.
  private static func list(in size: Size) -> Rect { box(in: size).inside.inset(top: 3, bottom: 1) }

  /// Rows of groups that fit.
  static func previewHeight(in size: Size) -> Int { list(in: size).rows }

  var list: WindowList {
    let rect = TemplateEditorView.list(in: app.size)
    guard case .inserting(let selected) = editor.mode else {
      return WindowList(rect: rect, count: editor.preview?.count ?? 0, top: editor.cursor.top)
    }
    return WindowList(
      rect: rect, count: editor.placeholders.count, top: firstPlaceholder(selected, in: rect))
  }

  func draw(into frame: inout Frame) {
    TemplateEditorView.box(in: app.size).draw(into: &frame) { inside in
      guard inside.rows > 4 else { return }
      drawField(on: inside)
      drawState(on: inside.line(2), above: inside.line(1))
      let list = inside.part(TemplateEditorView.list(in: app.size))
      if case .inserting(let selected) = editor.mode {
        drawPlaceholders(selected, on: list)
      } else {
        drawGroups(on: list)
      }
      let (kind, hints) = self.hints
      inside.lastLine.put(hints.shown(app.keymap, in: kind), gap: 2)
    }
  }

  // MARK: The text

  private var isNaming: Bool { if case .naming = editor.mode { true } else { false } }

  private func drawField(on inside: Canvas) {
    let line = inside.line(0).filled(.field).inset(left: 1, right: 1)
    let view = FieldView(field: editor.field)
    view.draw(on: line, showsCursor: !isNaming)
    guard let mistake = editor.mistake else { return }
    let column = view.column(of: mistake.column - 1, width: line.columns)
    inside.line(1).put("▲", .warning, at: 1 + column)
  }

  /// The error or the number of groups; the name field while it is open.
  private func drawState(on line: Canvas, above: Canvas) {
    if case .naming(let field, let mistake) = editor.mode {
      line.put("Save as", .heading)
      FieldView(field: field).draw(
        on: line.inset(left: 8).filled(.field).inset(left: 1, right: 1))
      above.put(mistake ?? "", .warning)
    } else if let mistake = editor.mistake {
      line.put(mistake.message, .warning)
    } else if editor.query.template?.isEmpty ?? true {
      line.put("An empty template: the list stays without headers", .dimmed)
    } else if let preview = editor.preview, preview.query == editor.query {
      line.put(
        preview.count.counted("group") + " of " + preview.trackCount.counted("track"), .dimmed)
    } else {
      line.put(editor.hasFailed ? "The list could not be read" : "…", .dimmed)
    }
  }

  // MARK: Groups

  /// The last loaded groups stay until others come.
  private func drawGroups(on list: Canvas) {
    guard let preview = editor.preview else { return }
    for row in 0..<list.rows {
      guard case .group(let group) = preview[editor.cursor.top + row] else { continue }
      var line = list.line(row)
      line.writeRight(RowView.totals(of: group, columns: line.columns + 4), .dimmed, gap: 1)
      line.put(group.text, editor.mistake == nil ? .header : .dimmed)
    }
  }

  // MARK: Placeholders

  private func firstPlaceholder(_ selected: Int, in rect: Rect) -> Int {
    max(0, min(selected - rect.rows / 2, editor.placeholders.count - rect.rows))
  }

  /// The index of the placeholder at a position on the screen.
  func placeholder(at position: Position) -> Int? {
    let rect = TemplateEditorView.list(in: app.size)
    guard case .inserting(let selected) = editor.mode, rect.contains(position) else { return nil }
    return firstPlaceholder(selected, in: rect) + position.row - rect.row
  }

  private func drawPlaceholders(_ selected: Int, on list: Canvas) {
    let first = firstPlaceholder(selected, in: list.rect)
    for (row, placeholder) in editor.placeholders.dropFirst(first).prefix(list.rows).enumerated() {
      let line = list.line(row, isSelected: first + row == selected)
      line.put("{\(placeholder.rawValue)}", .key)
      line.put(placeholder.summary, .text, at: 15)
    }
  }

  private var hints: (WindowKind, [Hint]) {
    switch editor.mode {
    case .writing:
      (
        .template,
        [
          Hint(.accept, does: "group"), Hint(.template(.placeholders), does: "placeholders"),
          Hint(.template(.save), does: "save"), Hint(.close, does: "as before"),
          Hint(.move(.pageDown), does: "more groups"),
        ]
      )
    case .inserting:
      (
        .picker,
        [
          Hint(.accept, does: "insert"), Hint(.move(.up), .move(.down), does: "choose"),
          Hint(.close, does: "back"),
        ]
      )
    case .naming: (.line, [Hint(.accept, does: "save"), Hint(.close, does: "back")])
    }
  }
}
