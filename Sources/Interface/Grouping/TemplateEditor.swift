package import Music

/// The template editor, with a preview of the list's groups.
package struct TemplateEditor: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case writing
    /// The list of placeholders is open, the cursor on one of them.
    case inserting(Int)
    /// A name is being typed, with its error.
    case naming(TextField, mistake: String?)
  }

  package var target: TemplateTarget
  /// The grouped list, with the last valid template.
  package var query: ListQuery
  package var field: TextField
  package var mode = Mode.writing
  package var mistake: TemplateMistake?
  /// The loaded headers, of the last valid template.
  package var preview: ListWindow?
  /// The scroll position in the headers; none is selected.
  package internal(set) var cursor = ListCursor()
  /// The number of the last request; answers to others are dropped.
  package internal(set) var serial = 0
  var isAsking = false
  /// Whether the loaded headers may be out of date.
  var isStale = false
  /// Whether the last request failed; the next key repeats it.
  var hasFailed = false

  package init(_ target: TemplateTarget, _ query: ListQuery, text: String) {
    self.target = target
    self.query = query
    self.query.collapsed = CollapsedGroups()
    field = TextField(text)
    read()
  }

  /// The parsed template; nil while the text has a mistake.
  package var template: GroupTemplate? { mistake == nil ? query.template : nil }

  mutating func read() {
    do throws(TemplateMistake) {
      let template = try GroupTemplate(field.text)
      if template != query.template { cursor.scrollToTop() }
      query.template = template
      mistake = nil
    } catch {
      mistake = error
    }
  }

  // MARK: Preview

  /// The headers to load: the visible ones and a few pages around them.
  func wantedRange(height: Int) -> Range<Int> {
    let spare = max(50, height * 3)
    return max(0, cursor.top - spare)..<(cursor.top + height + spare)
  }

  /// Whether the preview is of another template, or lacks visible headers.
  func lacksPreview(height: Int) -> Bool {
    guard let preview, preview.query == query, !isStale else { return true }
    let shown = cursor.top..<max(cursor.top, min(preview.count, cursor.top + height))
    let have = preview.start..<preview.start + preview.rows.count
    return !shown.isEmpty
      && !(have.lowerBound <= shown.lowerBound && shown.upperBound <= have.upperBound)
  }

  mutating func scroll(by step: Int, height: Int) {
    cursor.scroll(by: step, height: height, of: preview?.count ?? 0)
  }

  // MARK: Placeholders

  /// The partial name between a brace or bar and the cursor.
  private var begun: String? {
    let before = field.text.prefix(field.cursor)
    guard let start = before.lastIndex(where: { "{|".contains($0) }),
      before.lastIndex(of: "}").map({ $0 < start }) ?? true,
      before[start] == "{" || before[..<start].contains("{")
    else { return nil }
    let name = before[before.index(after: start)...]
    return name.allSatisfy { $0.isLetter || $0 == " " } ? String(name) : nil
  }

  /// The placeholders that can stand at the cursor.
  package var placeholders: [GroupTemplate.Placeholder] {
    let all = GroupTemplate.Placeholder.allCases
    guard let begun else { return all }
    let wanted = begun.trimmingSpaces().lowercased()
    let fitting = all.filter { $0.rawValue.lowercased().hasPrefix(wanted) }
    return fitting.isEmpty ? all : fitting
  }

  /// Inserts a placeholder at the cursor, or completes the partial one.
  mutating func insert(_ placeholder: GroupTemplate.Placeholder) {
    let before = String(field.text.prefix(field.cursor))
    let after = String(field.text.dropFirst(field.cursor))
    guard let begun, placeholders.contains(placeholder) else {
      field = TextField(before + "{\(placeholder.rawValue)}", after)
      return read()
    }
    let isClosed = after.drop { $0.isLetter || $0 == " " }.first.map { "}|:".contains($0) } ?? false
    field = TextField(
      String(before.dropLast(begun.count)) + placeholder.rawValue + (isClosed ? "" : "}"), after)
    read()
  }
}
