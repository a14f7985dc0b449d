import Screen

/// A text field, scrolled so that the cursor shows.
struct FieldView {
  let field: TextField

  // Swift 6.3.1 crashes in a release build where it inlines this into TemplateEditorView.
  @inline(never)
  func draw(on line: Canvas, showsCursor: Bool = true, mistakeAt: Int? = nil) {
    guard line.columns > 2 else { return }
    let (hidden, before) = shownBefore(line.columns)
    let used = line.put(before, .text, keep: nil)
    line.put(String(field.text.dropFirst(field.cursor)), .text, at: used, keep: nil)
    if showsCursor { line.showCursor(at: used) }
    if let mistakeAt, mistakeAt >= hidden { drawMark(at: mistakeAt, from: hidden, on: line) }
    line.join()
  }

  /// The number of characters scrolled out at the left, and the text from there to the cursor.
  private func shownBefore(_ width: Int) -> (hidden: Int, text: String) {
    let whole = field.text.prefix(field.cursor)
    // Nearly every character takes a column: those far from the cursor are out of sight.
    var before = whole.suffix(max(64, 4 * width))
    var hidden = whole.count - before.count
    while !before.isEmpty, TextWidth.columns(of: String(before)) >= width {
      before.removeFirst()
      hidden += 1
    }
    return (hidden, String(before))
  }

  /// The column of a character, clamped to the field.
  func column(of character: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    let hidden = shownBefore(width).hidden
    let shown = field.text.dropFirst(hidden).prefix(max(0, character - hidden))
    return min(width - 1, TextWidth.columns(of: String(shown)))
  }

  /// Marks a mistake up to the next space, or with a sign where it is at the end of the text.
  private func drawMark(at mark: Int, from hidden: Int, on line: Canvas) {
    let shown = field.text.dropFirst(hidden)
    let wrong = String(shown.dropFirst(mark - hidden).prefix { $0 != " " })
    line.put(
      wrong.isEmpty ? "‹" : wrong, .warning,
      at: TextWidth.columns(of: String(shown.prefix(mark - hidden))), keep: nil)
  }
}
