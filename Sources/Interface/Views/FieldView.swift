import Screen

/// A line being typed, scrolled so that the cursor shows.
struct FieldView {
  let field: TextField

  // Swift 6.3.1 crashes in a release build where it inlines this into TemplateEditorView.
  @inline(never)
  func draw(
    into frame: inout Frame, row: Int, column: Int, width: Int, ground: Ground, showsCursor: Bool,
    mistakeAt: Int? = nil
  ) {
    guard width > 2 else { return }
    let (hidden, before) = shownBefore(width)
    let used = frame.put(
      before, row: row, column: column, limit: width, face: .text, ground: ground)
    let after = String(field.text.dropFirst(field.cursor))
    frame.put(
      after, row: row, column: column + used, limit: width - used, face: .text, ground: ground)
    if showsCursor { frame.cursor = Position(row: row, column: column + used) }
    if let mistakeAt, mistakeAt >= hidden {
      drawMark(at: mistakeAt, from: hidden, &frame, row: row, column: column, width, ground)
    }
  }

  /// Characters at the left that have no room, and the text from there to the cursor.
  private func shownBefore(_ width: Int) -> (hidden: Int, text: String) {
    var before = field.text.prefix(field.cursor)
    var hidden = 0
    while !before.isEmpty, TextWidth.columns(of: String(before)) >= width {
      before.removeFirst()
      hidden += 1
    }
    return (hidden, String(before))
  }

  /// Columns from the left to a character, at the edge where it does not show.
  func column(of character: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    let hidden = shownBefore(width).hidden
    let shown = field.text.dropFirst(hidden).prefix(max(0, character - hidden))
    return min(width - 1, TextWidth.columns(of: String(shown)))
  }

  /// What is wrong from one character on stands out up to the next space; behind the text there
  /// is a sign instead.
  private func drawMark(
    at mark: Int, from hidden: Int, _ frame: inout Frame, row: Int, column: Int, _ width: Int,
    _ ground: Ground
  ) {
    let shown = field.text.dropFirst(hidden)
    let left = TextWidth.columns(of: String(shown.prefix(mark - hidden)))
    let wrong = String(shown.dropFirst(mark - hidden).prefix { $0 != " " })
    guard left < width else { return }
    frame.put(
      wrong.isEmpty ? "‹" : wrong, row: row, column: column + left, limit: width - left,
      face: .warning, ground: ground)
  }
}
