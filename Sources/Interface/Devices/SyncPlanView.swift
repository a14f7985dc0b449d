import Music
import Screen

/// A plan as a list: totals above, a row for each section and item, and the path of the one at the
/// cursor below.
struct SyncPlanView {
  let panel: SyncPlanPanel
  let app: App

  private static func box(in size: Size, title: String = "") -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : size.rows - 1,
      columns: min(110, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  /// Lines above and below the rows, with a blank one each where there is room.
  private static func head(in size: Size) -> Int { size.rows < 14 ? 2 : 3 }
  private static func below(in size: Size) -> Int { size.rows < 14 ? 2 : 3 }

  static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(top: head(in: size), bottom: below(in: size))
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  var windowList: WindowList {
    WindowList(
      rect: SyncPlanView.list(in: app.size), count: panel.count, scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  static func title(of panel: SyncPlanPanel) -> String { "Sync with \(panel.plan.deviceName)" }

  func draw(into frame: inout Frame) {
    let title = SyncPlanView.title(of: panel)
    SyncPlanView.box(in: app.size, title: title).draw(into: &frame) { inside in
      let head = SyncPlanView.head(in: app.size)
      drawTotals(on: inside)
      let area = inside.part(SyncPlanView.list(in: app.size))
      let top = top
      if panel.count == 0 { area.markSelection() }
      for (line, index) in zip(0..<area.rows, top..<max(top, panel.count)) {
        guard let row = panel.row(index) else { break }
        draw(row, on: area.line(line, isSelected: index == panel.cursor.selected))
      }
      let below = inside.inset(top: head + area.rows)
      below.line(below.rows - 2).put(SyncPlanView.explanation(panel), .dimmed, keep: .middle)
      below.putKeys(hints.shown(app.keymap, in: .syncPlan))
    }
  }

  private var hints: [Hint] {
    guard !panel.isEmpty else { return [Hint(.close, does: "close")] }
    let row = panel.row(panel.cursor.selected)
    var hints = [Hint(.accept, does: "sync")]
    switch row {
    case .section(let index):
      let section = panel.sections[index]
      let isAllIn = section.included == section.count
      if section.isChoice {
        hints.append(Hint(.syncPlan(.toggle), does: isAllIn ? "leave all out" : "take all in"))
      }
      hints.append(
        section.isOpen
          ? Hint(.syncPlan(.close), does: "fold") : Hint(.syncPlan(.open), does: "open"))
    case .item(let index):
      let isIn = panel.isIncluded(index)
      hints.append(Hint(.syncPlan(.toggle), does: isIn ? "leave out" : "take in"))
      hints.append(Hint(.syncPlan(.close), does: "fold"))
    case .conflict, .note: hints.append(Hint(.syncPlan(.close), does: "fold"))
    case nil: break
    }
    return hints + [Hint(.close, does: "close")]
  }

  // MARK: Totals

  /// "12 new, 3 replaced, 1 playlist".
  static func totals(_ panel: SyncPlanPanel) -> String {
    if panel.isEmpty {
      return "Nothing to do: \(TextWidth.truncated(panel.plan.deviceName, to: 40))"
        + " and the library are the same"
    }
    let parts = panel.sections.compactMap { section in
      let count = section.isChoice ? section.included : section.count
      return count > 0 ? section.kind.total(count) : nil
    }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    if panel.plan.repairsDatabase { return "Its damaged database is written again" }
    return panel.included > 0 ? "Only the databases change" : "Nothing is taken in"
  }

  /// "96.2 MB to copy · about 2 min · 12.3 GB free after"; the second value is whether it fits.
  static func space(_ panel: SyncPlanPanel) -> (text: String, fits: Bool) {
    guard !panel.isEmpty else { return ("", true) }
    let bytes = panel.bytes
    let time = SyncTime.text(of: bytes, at: panel.plan.speed)
    var parts = [bytes > 0 ? "\(bytes.byteText) to copy" : "Nothing to copy"]
    if let time { parts.append(time.hasPrefix("under") ? time : "about " + time) }
    guard let free = panel.freeAfter else {
      return (parts.joined(separator: " · "), true)
    }
    if free < 0 { parts.insert("\((-free).byteText) too much: leave some out", at: 0) }
    if free >= 0 { parts.append("\(free.byteText) free after") }
    return (parts.joined(separator: " · "), free >= 0)
  }

  private func drawTotals(on inside: Canvas) {
    inside.line(0).put(SyncPlanView.totals(panel), .text)
    let (text, fits) = SyncPlanView.space(panel)
    inside.line(1).put(text, fits ? .dimmed : .warning)
  }

  // MARK: Rows

  /// The row at the cursor in words.
  static func explanation(_ panel: SyncPlanPanel) -> String {
    switch panel.row(panel.cursor.selected) {
    case .section, nil: ""
    case .item(let index): panel.plan.items[index].explanation
    case .conflict(let index): panel.plan.conflicts[index].text
    case .note(let index): panel.plan.notes[index].text
    }
  }

  /// "12", or "3 of 12" where some are left out.
  static func count(of section: SyncPlanSection) -> String {
    section.isChoice && section.included < section.count
      ? "\(section.included.grouped) of \(section.count.grouped)" : section.count.grouped
  }

  private func draw(_ row: SyncPlanPanel.Row, on line: Canvas) {
    var line = line
    let limit = line.columns / 2
    switch row {
    case .section(let index):
      let section = panel.sections[index]
      line.write(section.isOpen ? "▾" : "▸", .header, columns: 2)
      if section.isChoice {
        line.write(
          section.included > 0 ? "◆" : "◇", section.included > 0 ? .accent : .dimmed, columns: 2)
      }
      let bytes = section.bytes > 0 ? " · \(section.bytes.byteText)" : ""
      line.writeRight(SyncPlanView.count(of: section) + bytes, .header, gap: 2)
      line.put(section.kind.title(panel.plan.deviceName), .header)
    case .item(let index):
      let item = panel.plan.items[index]
      let isIn = panel.isIncluded(index)
      line.skip(2)
      line.write(isIn ? "◆" : "◇", isIn ? .accent : .dimmed, columns: 2)
      line.writeRight(item.detail, .dimmed, upTo: limit, gap: 2)
      line.put(item.name, isIn ? .text : .dimmed)
    case .conflict(let index):
      let conflict = panel.plan.conflicts[index]
      line.skip(2)
      line.writeRight(conflict.detail, .warning, upTo: limit, gap: 2)
      line.put(conflict.name, .text)
    case .note(let index):
      let note = panel.plan.notes[index]
      line.skip(2)
      line.writeRight(note.reason, .dimmed, upTo: limit, gap: 2)
      line.put(note.name, .text)
    }
  }
}
