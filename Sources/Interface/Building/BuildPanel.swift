import Music
import Screen

/// The form of a build. Its texts are the draft of `Building`, which outlives the window.
package struct BuildPanel: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    case heading(String)
    case field(BuildFormField)
    case action(Action)
  }

  /// The rows below the fields; their keys do the same from any row.
  package enum Action: Equatable, Sendable {
    case dryRun, build, presets, account, result, resume, stop
  }

  package internal(set) var cursor = ListCursor()
  /// The text at the cursor; nil where the row has none.
  package internal(set) var field: TextField?
  var completion = BuildCompletion()

  init(_ building: Building) { move(by: 0, building) }

  /// The fields of the chosen service and the actions of the moment. Actions that come and go are
  /// last, so that the cursor stays on its row.
  static func rows(_ building: Building) -> [Row] {
    let service = building.draft[.service]
    let fields = BuildFormField.groups.flatMap { title, fields in
      [.heading(title)] + fields.filter { $0.isShown(for: service) }.map { Row.field($0) }
    }
    var actions: [Action] = [.dryRun, .build, .presets]
    if building.draft.isOnSpotify { actions.append(.account) }
    if building.last != nil { actions.append(.result) }
    if building.cutOptions != nil, building.run == nil { actions.append(.resume) }
    if building.run != nil { actions.append(.stop) }
    return fields + [.heading("Actions")] + actions.map { .action($0) }
  }

  private static func isHeading(_ row: Row) -> Bool {
    if case .heading = row { true } else { false }
  }

  package func row(_ building: Building) -> Row? {
    let rows = BuildPanel.rows(building)
    return rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  /// The field at the cursor.
  package func focused(_ building: Building) -> BuildFormField? {
    if case .field(let field) = row(building) { field } else { nil }
  }

  // MARK: Moving

  mutating func move(by step: Int, _ building: Building) {
    let rows = BuildPanel.rows(building)
    cursor.move(by: step, of: rows.count) { BuildPanel.isHeading(rows[$0]) }
    // The heading above the first field shows with it.
    if cursor.selected == 1 { cursor.scrollToTop() }
    takeText(building)
  }

  /// Wraps from the last row to the first, and back.
  mutating func step(by step: Int, _ building: Building) {
    let rows = BuildPanel.rows(building)
    let before = cursor.selected
    move(by: step, building)
    guard cursor.selected == before || (cursor.selected < before) != (step < 0) else { return }
    move(by: step < 0 ? .max : .min, building)
    if step > 0 { cursor.scrollToTop() }
    cursor.scroll(height: 1, of: rows.count)
  }

  mutating func focus(_ field: BuildFormField, _ building: Building) {
    guard let index = BuildPanel.rows(building).firstIndex(of: .field(field)) else { return }
    cursor.select(index)
    move(by: 0, building)
  }

  mutating func scroll(height: Int, _ building: Building) {
    cursor.scroll(height: height, of: BuildPanel.rows(building).count)
  }

  /// Takes the text at the cursor from the draft; the cursor of a text is at its end.
  mutating func takeText(_ building: Building) {
    completion = BuildCompletion()
    guard let focused = focused(building), focused.choices == nil else { return field = nil }
    field = TextField(building.draft[focused], "", limit: focused.maximumText)
  }

  /// Takes over a draft that was changed elsewhere, and rows that came or went.
  mutating func refresh(_ building: Building) {
    let rows = BuildPanel.rows(building)
    cursor.move(by: 0, of: rows.count) { BuildPanel.isHeading(rows[$0]) }
    let focused = focused(building)
    let isText = focused.map { $0.choices == nil } ?? false
    if isText != (field != nil) || (focused.map { building.draft[$0] } ?? "") != field?.text {
      takeText(building)
    }
  }

  // MARK: Editing

  /// Types into the text at the cursor; false for an input without a meaning there.
  mutating func type(_ input: Input, _ building: inout Building) -> Bool {
    guard let focused = focused(building), var text = field else { return false }
    var input = input
    if focused == .artists, case .paste(let pasted) = input {
      // Lines of a list stay apart.
      input = .paste(BuildFormField.line(of: pasted))
    }
    guard text.handle(input) else { return false }
    let isChanged = text.text != field?.text
    field = text
    building.draft[focused] = text.text
    if isChanged { completion = BuildCompletion() }
    return true
  }

  /// Chooses another value of the choice at the cursor.
  func choose(by step: Int, _ building: inout Building) {
    guard let focused = focused(building), let choices = focused.choices else { return }
    let index = choices.firstIndex { $0.word == building.draft[focused] } ?? 0
    building.draft[focused] = choices[(index + step + choices.count) % choices.count].word
  }

  /// Chooses the next value whose title begins with a letter.
  func choose(_ letter: Character, _ building: inout Building) {
    guard let focused = focused(building), let choices = focused.choices else { return }
    let index = choices.firstIndex { $0.word == building.draft[focused] } ?? 0
    let wanted = SortKey.folded(String(letter))
    let next = (1...choices.count).map { choices[(index + $0) % choices.count] }
      .first { SortKey.folded($0.title).hasPrefix(wanted) }
    if let next { building.draft[focused] = next.word }
  }
}
