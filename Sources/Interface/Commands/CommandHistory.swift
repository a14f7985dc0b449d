/// The command lines of this run, the newest last.
struct CommandHistory: Equatable, Sendable {
  private var lines: [String] = []

  private static let maximumLines = 200

  mutating func add(_ line: String) {
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > CommandHistory.maximumLines { lines.removeFirst() }
  }

  /// Up and Down: the earlier lines, and after the last of them the draft.
  func recall(_ prompt: inout Prompt, by step: Int) {
    let index = prompt.recalled ?? lines.count
    let next = max(0, min(lines.count, index + step))
    guard next != index else { return }
    if prompt.recalled == nil { prompt.draft = prompt.field.text }
    prompt.recalled = next == lines.count ? nil : next
    prompt.field = TextField(next == lines.count ? prompt.draft : lines[next])
    prompt.changed()
  }
}
