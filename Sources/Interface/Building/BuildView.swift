import Music
import Screen

/// The form of a build: its fields and actions, the meaning of the one at the cursor, and the state
/// of what goes on.
struct BuildView {
  let panel: BuildPanel
  let app: App

  private static let title = "Build a playlist"
  /// Columns for labels, and for a gap behind them.
  private static let labels = 18
  /// The rows of the form with the most fields and actions.
  private static let rows = 34

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 1, rows + below(in: size) + 2),
      columns: min(92, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  /// Lines below the rows: what the field means, the state, and the keys; with a blank one where
  /// there is room, and the result in one line.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 3 : 5 }

  private static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(bottom: below(in: size))
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  var list: Rect { BuildView.list(in: app.size) }

  var windowList: WindowList {
    WindowList(rect: list, count: BuildPanel.rows(app.building).count, scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  /// The row at a position on the screen; nil for a heading and beside the rows.
  func row(at position: Position) -> Int? {
    guard let index = windowList.row(at: position) else { return nil }
    if case .heading = BuildPanel.rows(app.building)[index] { return nil }
    return index
  }

  func draw(into frame: inout Frame) {
    BuildView.box(in: app.size).draw(into: &frame) { inside in
      let area = inside.part(list)
      let rows = BuildPanel.rows(app.building)
      for (line, index) in zip(0..<area.rows, rows.indices.dropFirst(top)) {
        draw(rows[index], isFocused: index == panel.cursor.selected, on: area, line)
      }
      drawBelow(on: inside.inset(top: area.rows))
    }
  }

  private func drawBelow(on area: Canvas) {
    let isLow = area.rows < 5
    drawExplanation(on: area.line(isLow ? 0 : 1))
    drawState(on: area.line(isLow ? 1 : 2))
    if isLow { drawLongReason(on: area.inset(bottom: 1)) } else { drawLongEnd(on: area) }
    if !isLow, let last = app.building.last, case .finished = app.building.state {
      area.line(3).put(last.details, .dimmed)
    }
    let hints = hints(app).shown(app.keymap, in: .build)
    area.lastLine.put(hints.dropLast(), gap: area.columns >= 60 ? 2 : 1, last: hints.last)
  }

  private func hints(_ app: App) -> [Hint] {
    var hints: [Hint] = []
    if reasonOff == nil {
      hints = [Hint(.accept, does: "dry run"), Hint(.build(.build), does: "build")]
    } else if app.building.run != nil {
      hints = [Hint(.build(.stop), does: "stop")]
    } else {
      hints = [Hint(.build(.account), does: "sign in")]
    }
    return hints + [
      Hint(.build(.presets), does: "presets"), Hint(.build(.reset), does: "default"),
      Hint(.close, does: "close"),
    ]
  }

  // MARK: Rows

  private func draw(_ row: BuildPanel.Row, isFocused: Bool, on area: Canvas, _ line: Int) {
    switch row {
    case .heading(let title): area.line(line).put(title, .heading)
    case .field(let field): draw(field, isFocused: isFocused, on: area.line(line))
    case .action(let action): draw(action, on: area.line(line, isSelected: isFocused))
    }
  }

  private func draw(_ field: BuildFormField, isFocused: Bool, on line: Canvas) {
    let mistake = app.building.draft.mistake(in: field)
    let face: Face = mistake != nil ? .warning : isFocused ? .accent : .dimmed
    line.inset(left: 1).put(field.label, face, keep: nil)
    var line = line.inset(left: BuildView.labels + 1)
    guard line.columns > 4 else { return }
    if isFocused { line = line.filled(.field) }
    line = line.inset(left: 1, right: 1)
    let text = app.building.draft[field]
    guard let choices = field.choices else {
      if isFocused, let typed = panel.field {
        FieldView(field: typed).draw(on: line)
      } else {
        // The end of a path names the file.
        line.put(
          text, mistake == nil ? .text : .warning, keep: field.completion == .path ? .end : .start)
      }
      return
    }
    if isFocused { line.markSelection() }
    let title = choices.first { $0.word == text }?.title ?? ""
    line.put(isFocused ? "‹ \(title) ›" : title, .text)
  }

  private func draw(_ action: BuildPanel.Action, on line: Canvas) {
    var line = line.inset(left: 1, right: 1)
    let isOff = (action == .dryRun || action == .build) && reasonOff != nil
    line.writeRight(isOff ? "off" : key(of: action), isOff ? .dimmed : .key, gap: 2)
    line.put(BuildView.name(of: action, in: app), isOff ? .dimmed : .text)
  }

  static func name(of action: BuildPanel.Action, in app: App) -> String {
    switch action {
    case .dryRun: "Dry run"
    case .build: "Build"
    case .presets: "Presets…"
    case .account:
      switch app.building.account {
      case .unknown, .signedOut, .failed: "Sign in to Spotify"
      case .signingIn: "Show the address to sign in at…"
      case .signedIn: "Sign out of Spotify"
      }
    case .result: "Tracks of the last run…"
    case .resume: "Write the rest"
    case .stop: "Stop"
    }
  }

  private func key(of action: BuildPanel.Action) -> String {
    let key: WindowKey =
      switch action {
      case .dryRun: .accept
      case .build: .build(.build)
      case .presets: .build(.presets)
      case .account: .build(.account)
      case .result: .build(.result)
      case .resume: .build(.resume)
      case .stop: .build(.stop)
      }
    return app.keymap.keys(for: key, in: .build).first.map(Hint.sign) ?? ""
  }

  // MARK: Below the rows

  private var reasonOff: String? { BuildView.reasonOff(app) }

  /// Why neither a dry run nor a build can begin with the service of the form.
  static func reasonOff(_ app: App) -> String? {
    app.building.reasonOff(app.building.draft.isOnSpotify ? .spotify : .local)
  }

  /// The reason while something goes on; the line of the state says what that is.
  private static func busyReason(_ app: App) -> String? {
    app.building.run == nil ? nil : reasonOff(app)
  }

  /// The mistake or meaning of the field at the cursor, or the names that complete it.
  static func explanation(_ panel: BuildPanel, _ app: App) -> (text: String, isMistake: Bool) {
    guard let field = panel.focused(app.building) else {
      guard case .action(let action) = panel.row(app.building) else { return ("", false) }
      return (meaning(of: action, in: app), false)
    }
    if let mistake = app.building.draft.mistake(in: field) { return (mistake, true) }
    if let offers = panel.completion.text {
      return ("\(app.key(.build(.complete), in: .build)): \(offers)", false)
    }
    if field == .limit, app.building.draft.isOnSpotify {
      return (BuildService.spotifyRanking.joined(separator: " "), false)
    }
    guard field.completion == .path, panel.field?.text.isEmpty == false else {
      return (field.hint, false)
    }
    func key(_ key: BuildKey) -> String { app.key(.build(key), in: .build) }
    return ("\(key(.complete)) completes it, \(key(.reset)) clears it", false)
  }

  private static func meaning(of action: BuildPanel.Action, in app: App) -> String {
    switch action {
    case .dryRun: busyReason(app) ?? "Finds the tracks and writes nothing"
    case .build: busyReason(app) ?? "Finds the tracks and writes the playlist"
    case .presets: "Options under a name: load, keep, export, import"
    case .account: app.building.account.text
    case .result: "In their order, with why each is there, and what was left out"
    case .resume: "The playlist was cut while it was written"
    case .stop: "Ends what goes on"
    }
  }

  private func drawExplanation(on line: Canvas) {
    let (text, isMistake) = BuildView.explanation(panel, app)
    line.put(text, isMistake ? .warning : .dimmed)
  }

  private func drawState(on line: Canvas) {
    var line = line
    let isNarrow = line.columns < 60
    if let part = app.building.phasePart, !isNarrow {
      let bar = line.columns(from: line.columns - 20, count: 20)
      if app.hasColors { bar.fill("━", .progressRest) }
      bar.columns(from: 0, count: Int((part * 20).rounded())).fill("━", .progress)
      line = line.inset(right: 22)
    } else if app.building.draft.isOnSpotify, app.building.run == nil, !isNarrow,
      TextWidth.columns(of: BuildView.state(app) + app.building.account.text) + 4 <= line.columns
    {
      line.writeRight(app.building.account.text, .dimmed, upTo: line.columns / 2, gap: 2)
    }
    line.put(BuildView.state(app, isShort: isNarrow), stateFace)
  }

  /// An end that is wider than a line goes on in the next one, which is blank then.
  private func drawLongEnd(on area: Canvas) {
    let text = BuildView.state(app)
    guard app.building.run == nil, TextWidth.columns(of: text) > area.columns else { return }
    for (line, part) in zip(2...3, LyricsView.wrapped(text, columns: area.columns)) {
      area.line(line).fill()
      area.line(line).put(String(part), stateFace)
    }
  }

  /// A reason that is wider than a line has both, in place of the meaning of an action.
  private func drawLongReason(on area: Canvas) {
    guard app.building.run == nil, let reason = reasonOff,
      TextWidth.columns(of: reason) > area.columns, panel.focused(app.building) == nil
    else { return }
    area.fill()
    let lines = LyricsView.wrapped(reason, columns: area.columns)
    area.put(lines: lines.map { String($0) }, .warning, then: .warning)
  }

  /// The state: the run that goes on, why none can begin, or the end of the last one.
  ///
  /// - Parameter isShort: Whether there is only room for the phase of what goes on.
  static func state(_ app: App, isShort: Bool = false) -> String {
    let building = app.building
    if isShort, let run = building.run, !run.isStopping, let phase = building.phaseText {
      return phase
    }
    if building.run == nil, let reason = reasonOff(app) {
      if case .failed(let cause) = building.account { return "\(building.account.text): \(cause)" }
      return reason
    }
    return [building.stateText, building.phaseText].compactMap(\.self).joined(separator: " ")
  }

  private var stateFace: Face {
    if app.building.run == nil, reasonOff != nil { return .warning }
    switch app.building.state {
    case .idle: return .dimmed
    case .running: return .accent
    case .finished: return .success
    case .failed: return .warning
    case .stopped: return .text
    }
  }
}
