package import Music

/// The window in which a template is written, with what it makes of the list below it.
package struct TemplateEditor: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case writing
    /// The list of placeholders is open, the cursor on one of them.
    case inserting(Int)
    /// A name is asked for, and what is wrong with it.
    case naming(TextField, mistake: String?)
  }

  package var target: TemplateTarget
  /// The list that is grouped; its template is what was read last.
  package var query: ListQuery
  package var field: TextField
  package var mode = Mode.writing
  package var mistake: TemplateMistake?
  /// The headers at hand, of the template that could be read last.
  package var preview: ListWindow?
  /// Which headers show; none is selected.
  package private(set) var cursor = ListCursor()
  /// The request that was made last; answers to others are dropped.
  package internal(set) var serial = 0
  var isAsking = false
  /// What is at hand may be out of date.
  var isStale = false
  /// A request came to nothing: it is made again with the next key.
  var hasFailed = false

  package init(_ target: TemplateTarget, _ query: ListQuery, text: String) {
    self.target = target
    self.query = query
    self.query.collapsed = CollapsedGroups()
    field = TextField(text)
    read()
  }

  /// What the text says; nil while it has a mistake.
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

  /// The headers worth having: those that show, and a few pages around them.
  func wantedRange(height: Int) -> Range<Int> {
    let spare = max(50, height * 3)
    return max(0, cursor.top - spare)..<(cursor.top + height + spare)
  }

  /// Whether what shows was made of another template, or is not at hand.
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

  /// The beginning of a name between the brace or bar before the cursor and the cursor.
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

  /// Puts a placeholder at the cursor, or ends the one that is begun there.
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
