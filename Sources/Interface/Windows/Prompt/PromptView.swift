import Music
import Screen

/// A prompt in a window, with the completions of a path below it.
struct PromptView {
  let prompt: Prompt
  let keymap: Keymap

  func draw(into frame: inout Frame) {
    let columns = max(30, min(72, frame.size.columns - 8))
    // The rows for completions stay while names come and go.
    let names =
      prompt.pathText == nil ? 0 : max(0, min(PromptView.maximumNames, frame.size.rows - 9))
    let texts = prompt.explanations.map { LyricsView.wrapped($0, columns: columns - 4) }
    let above = texts.first { $0.count + 6 <= frame.size.rows } ?? texts.last ?? []
    let extra = (names > 0 ? names + 1 : 0) + (above.isEmpty ? 0 : above.count + 1)
    let box = WindowBox(
      size: frame.size, rows: min(frame.size.rows, 5 + extra), columns: columns,
      title: prompt.title)
    box.draw(into: &frame) { whole in
      whole.put(lines: above.map { String($0) }, .text)
      let inside = whole.inset(top: above.isEmpty ? 0 : above.count + 1)
      FieldView(field: prompt.field).draw(
        on: inside.line(0).filled(.field).inset(left: 1, right: 1))
      inside.line(2).put(prompt.mistake ?? usage, prompt.mistake == nil ? .dimmed : .warning)
      drawNames(on: inside.inset(top: 4), rows: names)
    }
  }

  private var usage: String {
    func key(_ key: WindowKey) -> String { keymap.key(for: key, in: .line) }
    return prompt.pathText == nil
      ? "\(key(.accept)) accepts, \(key(.close)) leaves it as it was"
      : "\(key(.line(.complete))) completes, \(key(.accept)) accepts, \(key(.close)) closes"
  }

  private static let maximumNames = 10

  private func drawNames(on canvas: Canvas, rows: Int) {
    guard rows > 0 else { return }
    let isCut = prompt.listing.count > rows
    let shown = prompt.listing.prefix(isCut ? rows - 1 : rows).map(\.shown)
    canvas.put(lines: shown, .text)
    if isCut {
      let rest = (prompt.listing.count - shown.count).grouped
      canvas.line(shown.count).put("and \(rest) more", .dimmed)
    }
  }
}
