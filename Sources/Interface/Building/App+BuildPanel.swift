import Music
import Screen

// The keys of the form of a build.
extension BuildPanel: CursorWindow {
  var kind: WindowKind { .build }
  var overlay: Overlay { .build(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    var effects: [Effect] = []
    let before = app.building.draft
    let height = BuildView.height(in: app.size)
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, app.building)
      case .wheelDown: panel.move(by: 3, app.building)
      case .press:
        guard let row = BuildView(panel: self, app: app).row(at: mouse.position) else { return [] }
        let isSelected = row == cursor.selected
        panel.move(by: row - cursor.selected, app.building)
        guard isSelected else { break }
        if case .action(let action) = self.row(app.building) { return app.perform(action) }
        panel.choose(by: 1, &app.building)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: BuildKey.self, typing: typing(app.building)) {
      case .close: return app.windows.closeTop()
      case .accept: return app.perform(enterAction(app.building))
      case .own(.build): return app.perform(.build)
      case .own(.stop): return app.perform(.stop)
      case .own(.resume): return app.perform(.resume)
      case .own(.presets): return app.perform(.presets)
      case .own(.account): return app.perform(.account)
      case .own(.result): return app.perform(.result)
      case .own(.reset):
        if let focused = focused(app.building) { app.building.draft.reset(focused) }
        panel.refresh(app.building)
      case .own(.complete): effects = panel.complete(by: 1, in: &app)
      case .own(.completeBack): effects = panel.complete(by: -1, in: &app)
      case .own(.left): panel.edit(input, by: -1, &app.building)
      case .own(.right): panel.edit(input, by: 1, &app.building)
      case .move(.up): panel.step(by: -1, app.building)
      case .move(.down): panel.step(by: 1, app.building)
      case .move(let move): panel.move(by: move.step(page: height), app.building)
      case nil: panel.edit(input, by: nil, &app.building)
      }
    case .paste: panel.edit(input, by: nil, &app.building)
    }
    if app.building.draft != before { app.saving.need() }
    panel.scroll(height: height, app.building)
    effects += panel.missingOffers(since: self, in: &app)
    app.windows.replaceTop(.build(panel))
    return effects + app.missingAccount()
  }

  func list(in app: App) -> WindowList? {
    BuildView(panel: self, app: app).windowList
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    let rows = BuildPanel.rows(app.building)
    panel.cursor.scroll(to: top, of: list) {
      if case .heading = rows[$0] { true } else { false }
    }
    panel.takeText(app.building)
    app.windows.replaceTop(.build(panel))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    BuildView(panel: self, app: app).draw(into: &frame)
  }

  // MARK: Keys

  private func typing(_ building: Building) -> Keymap.Typing {
    guard let field else { return focused(building) == nil ? .nothing : .letters }
    return .text(field)
  }

  /// Enter does what its row says, and in a field a dry run, which changes nothing.
  private func enterAction(_ building: Building) -> Action {
    if case .action(let action) = row(building) { action } else { .dryRun }
  }

  /// Types into a text, or changes a choice.
  private mutating func edit(_ input: Input, by step: Int?, _ building: inout Building) {
    if field != nil { return _ = type(input, &building) }
    if let step { return choose(by: step, &building) }
    if case .key(let key) = input, case .character(let letter) = key.code {
      choose(letter, &building)
    }
  }

  // MARK: Completion

  /// Tab completes a text where there is something to complete, and else leads to the next row.
  private mutating func complete(by step: Int, in app: inout App) -> [Effect] {
    guard let focused = focused(app.building), let text = field, let kind = focused.completion
    else {
      self.step(by: step, app.building)
      return []
    }
    switch kind {
    case .artists:
      guard
        let completed = completion.offer(by: step, in: text, limit: focused.maximumText)
      else { break }
      (field, app.building.draft[focused]) = (completed, completed.text)
      return []
    case .path:
      guard step > 0, !text.text.isEmpty, !completion.isListed else { break }
      app.loadSerial += 1
      completion.pending = app.loadSerial
      return [.exchange(.listPaths(text.text, serial: app.loadSerial))]
    }
    self.step(by: step, app.building)
    return []
  }

  /// Asks for the artists that begin as the typed name does, once it has changed.
  private mutating func missingOffers(since old: BuildPanel, in app: inout App) -> [Effect] {
    guard focused(app.building)?.completion == .artists, let field, let before = old.field,
      field.text != before.text, completion.offers.isEmpty, completion.pending == nil,
      let piece = BuildCompletion.piece(in: field)
    else { return [] }
    app.loadSerial += 1
    completion.pending = app.loadSerial
    return [.build(.completeArtists(piece, serial: app.loadSerial))]
  }
}

extension App {
  /// Does what a row below the fields says.
  fileprivate mutating func perform(_ action: BuildPanel.Action) -> [Effect] {
    switch action {
    case .dryRun: startBuild(isDryRun: true)
    case .build: startBuild(isDryRun: false)
    case .presets: choosePreset()
    case .account: building.draft.isOnSpotify ? changeAccount() : []
    case .result: building.last == nil ? [] : performBuild(.result)
    case .resume: resumeBuild()
    case .stop: stopBuild()
    }
  }

  /// Leads the form, where it is on top, to a field.
  mutating func focusBuildField(_ field: BuildFormField) {
    guard case .build(var panel) = overlays.last else { return }
    panel.focus(field, building)
    panel.scroll(height: BuildView.height(in: size), building)
    windows.replaceTop(.build(panel))
  }

  mutating func completeArtists(_ names: [String], _ serial: Int) {
    windows.update { overlay in
      guard case .build(var panel) = overlay, panel.completion.pending == serial,
        let field = panel.field
      else { return }
      panel.completion.receive(names, for: field)
      overlay = .build(panel)
    }
  }

  /// The names in a folder, for the path at the cursor of the form.
  mutating func completeBuildPath(_ names: [PathName], _ serial: Int) {
    var building = building
    windows.update { overlay in
      guard case .build(var panel) = overlay, panel.completion.pending == serial,
        let focused = panel.focused(building), let field = panel.field
      else { return }
      if let text = panel.completion.receive(names, for: field, limit: focused.maximumText) {
        (panel.field, building.draft[focused]) = (text, text.text)
      }
      overlay = .build(panel)
    }
    guard building != self.building else { return }
    self.building = building
    saving.need()
  }
}
