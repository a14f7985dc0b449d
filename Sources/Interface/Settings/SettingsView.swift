import Music
import Screen

/// All settings with their values, and an explanation of the selected one below.
struct SettingsView {
  let panel: SettingsPanel
  let app: App

  static func title(_ app: App) -> String {
    let mistakes = app.stored.mistakes.count
    return mistakes == 0
      ? "Settings" : "Settings: \(mistakes.counted("mistake")) in config.toml"
  }

  private var box: WindowBox {
    let size = app.size
    return WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : size.rows - 2,
      columns: min(100, size.columns < 60 ? size.columns : size.columns - 4),
      title: SettingsView.title(app))
  }

  /// Low screens have one line below the list beside that of the keys, others three.
  private var isLow: Bool { app.size.rows < 14 }
  var list: Rect { box.inside.inset(bottom: isLow ? 2 : 5) }
  var height: Int { max(1, list.rows) }

  var windowList: WindowList {
    WindowList(
      rect: list, count: SettingsPanel.rows.count, scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  func draw(into frame: inout Frame) {
    box.draw(into: &frame) { inside in
      let rows = inside.part(list)
      let shown = SettingsPanel.rows.dropFirst(top).prefix(height)
      for (row, item) in shown.enumerated() {
        let isSelected = top + row == panel.cursor.selected
        draw(item, on: rows.line(row, isSelected: isSelected))
      }
      if let setting = panel.setting { explain(setting, on: inside) }
      let hints = [
        Hint(.accept, does: "change"), Hint(.settings(.reset), does: "default"),
        Hint(.settings(.edit), does: "file"), Hint(.close, does: "close"),
      ].shown(app.keymap, in: .settings)
      inside.lastLine.put(hints.dropLast(), gap: 2, last: hints.last)
    }
  }

  private func draw(_ row: SettingsPanel.Row, on line: Canvas) {
    var line = line
    switch row {
    case .group(let group): line.put(SettingsTable.title(ofGroup: group), .heading)
    case .setting(let setting):
      let value = app.value(of: setting)
      let isStandard = value == SettingsTable.entry(setting).standard
      line.write(isStandard ? " " : "◆", .accent, columns: 2)
      line.write(setting.name, isStandard ? .dimmed : .text, columns: line.columns < 60 ? 26 : 28)
      let empty = setting.kindOfList == nil ? "none" : "auto"
      line.put(value.text.isEmpty ? empty : value.text, isStandard ? .dimmed : .text)
    }
  }

  private func explain(_ setting: Setting, on inside: Canvas) {
    let entry = SettingsTable.entry(setting)
    guard !isLow else {
      inside.line(inside.rows - 2).put(entry.summary, .text)
      return
    }
    inside.line(inside.rows - 4).put(entry.summary, .text)
    let fixed = app.isDecidedByOption(setting) ? "; an option decides it this time" : ""
    let line =
      "\(entry.type.words); default \(entry.standard.toml), \(entry.moment.rawValue)\(fixed)"
    inside.line(inside.rows - 3).put(line, .dimmed)
  }
}
