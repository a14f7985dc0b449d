/// The lines of a kind of prompt, the newest last.
package struct PromptHistory: Equatable, Sendable {
  package private(set) var lines: [String] = []

  private static let maximumLines = 200
  /// Lines that are kept for the next start, and characters of one.
  private static let (maximumKept, maximumLength) = (50, 300)

  package init() {}

  /// Lines of a session, which may be somebody else's: any text of any length.
  init(restored lines: [String]?) {
    self.lines = (lines ?? []).suffix(PromptHistory.maximumKept).filter { line in
      line.count <= PromptHistory.maximumLength
        && line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
  }

  /// The lines to keep for the next start; nil for none. Addresses stay out: they may hold
  /// passwords.
  var kept: [String]? {
    let kept = lines.suffix(PromptHistory.maximumKept).filter {
      $0.count <= PromptHistory.maximumLength && !$0.contains("://")
    }
    return kept.isEmpty ? nil : kept
  }

  package mutating func add(_ line: String) {
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > PromptHistory.maximumLines { lines.removeFirst() }
  }

  /// To an earlier line, or a later one, and after the last of them the draft.
  mutating func recall(_ prompt: inout Prompt, by step: Int) {
    let index = prompt.recalled ?? lines.count
    let next = max(0, min(lines.count, index + step))
    guard next != index else { return }
    if prompt.recalled == nil { prompt.draft = prompt.field.text }
    prompt.recalled = next == lines.count ? nil : next
    prompt.field = TextField(next == lines.count ? prompt.draft : lines[next])
    prompt.changed()
  }
}
