import Screen

extension Canvas {
  /// Draws lines along the edges.
  func drawBox(_ face: Face) {
    guard rows > 1, columns > 1 else { return }
    let line = String(repeating: border.horizontal, count: columns - 2)
    self.line(0).put(
      String(border[[.right, .down]]) + line + String(border[[.left, .down]]), face)
    lastLine.put(String(border[[.up, .right]]) + line + String(border[[.up, .left]]), face)
    let sides = inset(top: 1, bottom: 1)
    sides.columns(from: 0, count: 1).fill(border.vertical, face)
    sides.columns(from: columns - 1, count: 1).fill(border.vertical, face)
  }
}
