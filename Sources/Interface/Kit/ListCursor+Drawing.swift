import Screen

extension ListCursor {
  /// Draws the visible rows of a pane's list, each on a line of its own, and the selection.
  func draw(
    _ count: Int, on area: Canvas, isFocused: Bool, row draw: (Int, Canvas) -> Void
  ) {
    for index in top..<max(top, min(count, top + area.rows)) {
      var line = area.line(index - top)
      if index == selected {
        if isFocused { line.markSelection() }
        line = line.filled(isFocused ? .selected : .resting)
      }
      draw(index, line)
    }
  }
}
