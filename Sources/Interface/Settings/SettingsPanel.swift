import Screen

/// The window of all settings.
package struct SettingsPanel: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    case group(String)
    case setting(Setting)
  }

  package static let rows: [Row] = Setting.groups.flatMap { group in
    [.group(group)]
      + Setting.allCases.filter { $0.path.group == group }.map { .setting($0) }
  }

  package internal(set) var cursor = ListCursor()

  init() { move(by: 0, height: .max) }

  package var setting: Setting? {
    guard SettingsPanel.rows.indices.contains(cursor.selected),
      case .setting(let setting) = SettingsPanel.rows[cursor.selected]
    else { return nil }
    return setting
  }

  static func isHeading(_ index: Int) -> Bool {
    if case .group = rows[index] { true } else { false }
  }

  mutating func move(by step: Int, height: Int) {
    let rows = SettingsPanel.rows
    cursor.move(by: step, of: rows.count, skipping: SettingsPanel.isHeading)
    // The heading above the first setting of a group shows with it.
    if cursor.selected == 1 { cursor.scrollToTop() }
    cursor.scroll(height: height, of: rows.count)
  }
}

extension App {
  /// Enter on a setting: changes a flag, lists choices, or asks for a value.
  mutating func change(_ setting: Setting) -> [Effect] {
    let current = value(of: setting)
    let entry = SettingsTable.entry(setting)
    switch entry.type {
    case .flag: return set(setting, to: .flag(!current.isOn))
    case .choice, .skin, .oneOf:
      let none: [Picker.Choice] =
        entry.type.allows(.text(""))
        ? [Picker.Choice("none", .setting(setting, .text("")))] : []
      let choices =
        none
        + choices(of: setting).compactMap { choice in
          entry.type.read(choice).map { Picker.Choice(choice, .setting(setting, $0)) }
        }
      var picker = Picker(
        .setting, title: setting.name, lines: [entry.summary], choices: choices)
      picker.cursor.select(
        choices.firstIndex { $0.value == .setting(setting, current) } ?? 0)
      windows.open(.picker(picker))
    case .text, .rewinds, .number, .integer, .numbers, .columns:
      windows.open(.prompt(Prompt(.setting(setting), text: current.text)))
    }
    return []
  }

  /// Accepts the value that was typed.
  mutating func finish(_ prompt: Prompt, _ typed: String, for setting: Setting) -> [Effect] {
    guard let value = read(typed, for: setting) else {
      var prompt = prompt
      prompt.mistake = mistake(in: typed, for: setting)
      windows.replaceTop(.prompt(prompt))
      return []
    }
    windows.closeTop()
    return set(setting, to: value)
  }
}

extension SettingsPanel: CursorWindow {
  var kind: WindowKind { .settings }
  var overlay: Overlay { .settings(self) }
  /// Most settings change what the screen shows.
  func fadesScreen(in app: App) -> Bool { false }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let view = SettingsView(panel: self, app: app)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, height: view.height)
      case .wheelDown: panel.move(by: 3, height: view.height)
      case .press:
        guard let row = view.windowList.row(at: mouse.position), !SettingsPanel.isHeading(row)
        else {
          return []
        }
        if row == cursor.selected { return setting.map { app.change($0) } ?? [] }
        panel.move(by: row - cursor.selected, height: view.height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: SettingsKey.self) {
      case .close: return app.windows.closeTop()
      case .accept: return setting.map { app.change($0) } ?? []
      case .move(let move): panel.move(by: move.step(page: view.height), height: view.height)
      case .own(.reset): return setting.map { app.reset($0) } ?? []
      case .own(.edit):
        _ = app.windows.closeTop()
        return app.performSettings(.edit)
      case nil: return []
      }
    }
    app.windows.replaceTop(.settings(panel))
    return []
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    panel.cursor.scroll(to: top, of: list, skipping: SettingsPanel.isHeading)
    app.windows.replaceTop(.settings(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    SettingsView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    SettingsView(panel: self, app: app).draw(into: &frame)
  }

  func readerText(in app: App) -> ReaderText {
    ReaderText(
      SettingsView.title(app),
      SettingsPanel.rows.map { row in
        switch row {
        case .group(let group): return SettingsTable.title(ofGroup: group)
        case .setting(let setting):
          let entry = SettingsTable.entry(setting)
          let value = app.value(of: setting)
          return ReaderText.joined([
            setting.name, value.text.isEmpty ? "empty" : value.text,
            value == entry.standard ? "default" : nil, entry.summary,
            app.isDecidedByOption(setting) ? "an option decides it this time" : nil,
          ])
        }
      }, selected: cursor.selected)
  }
}
