import Screen

extension Canvas {
  /// Draws lines along the edges.
  func drawBox(_ face: Face) {
    guard rows > 1, columns > 1 else { return }
    let line = String(repeating: "─", count: columns - 2)
    self.line(0).put("╭" + line + "╮", face)
    lastLine.put("╰" + line + "╯", face)
    let sides = inset(top: 1, bottom: 1)
    sides.columns(from: 0, count: 1).fill("│", face)
    sides.columns(from: columns - 1, count: 1).fill("│", face)
  }
}
