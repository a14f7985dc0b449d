import Music
import Screen

/// A line that is asked for in a window, with the names that complete a path below it.
struct PromptView {
  let prompt: Prompt
  let keymap: Keymap

  func draw(into frame: inout Frame) {
    let columns = max(30, min(72, frame.size.columns - 8))
    // The rows for the names under it stay where they are while they come and go.
    let names = prompt.pathText == nil ? 0 : max(0, min(PromptView.mostNames, frame.size.rows - 9))
    let box = WindowBox(
      size: frame.size, rows: 5 + (names > 0 ? names + 1 : 0), columns: columns,
      title: prompt.title)
    box.draw(into: &frame)
    let inside = box.inside
    let line = inside.line(0)
    frame.fill(line, ground: .field)
    FieldView(field: prompt.field).draw(
      into: &frame, row: line.row, column: line.column + 1, width: line.columns - 2,
      ground: .field, showsCursor: true)
    let isPath = prompt.pathText != nil
    func key(_ key: WindowKey) -> String { keymap.key(for: key, in: .line) }
    let hint =
      prompt.mistake
      ?? (isPath
        ? "\(key(.complete)) completes, \(key(.accept)) accepts, \(key(.close)) closes"
        : "\(key(.accept)) accepts, \(key(.close)) leaves it as it was")
    frame.put(
      TextWidth.truncated(hint, to: inside.columns, keep: .start), row: inside.row + 2,
      column: inside.column, face: prompt.mistake == nil ? .dimmed : .warning, ground: .overlay)
    drawNames(into: &frame, in: inside.inset(top: min(4, inside.rows)), rows: names)
  }

  private static let mostNames = 10

  private func drawNames(into frame: inout Frame, in rect: Rect, rows: Int) {
    guard rows > 0 else { return }
    let isCut = prompt.listing.count > rows
    let shown = prompt.listing.prefix(isCut ? rows - 1 : rows).map(\.shown)
    let rest = isCut ? ["and \((prompt.listing.count - shown.count).grouped) more"] : []
    for (offset, text) in (shown + rest).enumerated() where offset < rect.rows {
      frame.put(
        TextWidth.truncated(text, to: rect.columns, keep: .start), row: rect.row + offset,
        column: rect.column, face: offset < shown.count ? .text : .dimmed, ground: .overlay)
    }
  }
}
