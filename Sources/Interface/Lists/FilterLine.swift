import Music
import Screen

/// The line of a filter: what is typed, or what the list is filtered by, and the rows that are left.
struct FilterLine {
  /// Nil where nothing is being typed.
  let prompt: Prompt?
  let filter: String
  let count: Int

  func draw(on line: Canvas) {
    // A pane of one header row has its tabs in this line.
    var line = line.filled(prompt == nil ? line.ground : .field)
    line.write("/", .accent)
    line = line.inset(left: 1, right: 1)
    line.writeRight(count.counted("row"), .dimmed, gap: 1)
    FieldView(field: prompt?.field ?? TextField(filter)).draw(
      on: line, showsCursor: prompt != nil, mistakeAt: prompt?.mistakeAt)
  }
}
