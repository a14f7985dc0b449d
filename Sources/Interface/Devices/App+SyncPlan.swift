import Music
import Screen

// The keys of the window of a plan.
extension SyncPlanPanel: CursorWindow {
  var kind: WindowKind { .syncPlan }
  var overlay: Overlay { .syncPlan(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = SyncPlanView.height(in: app.size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, height: height)
      case .wheelDown: panel.move(by: 3, height: height)
      case .press:
        guard let row = SyncPlanView(panel: self, app: app).windowList.row(at: mouse.position)
        else {
          return []
        }
        let isSelected = row == cursor.selected
        panel.move(by: row - cursor.selected, height: height)
        guard isSelected else { break }
        if case .section = self.row(row) {
          panel.setOpen(nil, height: height)
        } else {
          _ = panel.toggle()
        }
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: SyncPlanKey.self) {
      case .close:
        if !isEmpty { app.syncing.keep(self, at: app.now) }
        return app.windows.closeTop()
      case .accept: return app.accept(self)
      case .move(let move): panel.move(by: move.step(page: height), height: height)
      case .own(.toggle):
        guard panel.toggle() else { return [] }
        panel.move(by: 0, height: height)
      case .own(.open): panel.setOpen(true, height: height)
      case .own(.close): panel.setOpen(false, height: height)
      case .own(.turn): panel.setOpen(nil, height: height)
      case nil: return []
      }
    }
    app.windows.replaceTop(.syncPlan(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    SyncPlanView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    SyncPlanView(panel: self, app: app).draw(into: &frame)
  }
}

extension App {
  /// Enter on a plan: asks where much would be removed, or a folder is new; else begins.
  fileprivate mutating func accept(_ panel: SyncPlanPanel) -> [Effect] {
    guard !panel.isEmpty else { return windows.closeTop() }
    guard panel.changesSomething else {
      say(
        "Nothing is taken in: \(key(.syncPlan(.toggle), in: .syncPlan)) takes rows in,"
          + " \(key(.close, in: .syncPlan)) leaves it")
      return []
    }
    let name = TextWidth.truncated(panel.plan.deviceName, to: 40)
    if panel.plan.isFirst {
      askToCarryOut(
        "\(name) was never synced", ["It has only its folders so far."], verb: "Sync it")
    } else if panel.plan.removesMuch, panel.removed > 0 {
      askToCarryOut(
        "\(panel.removed.counted("file")) will be removed from \(name)",
        ["They are no longer chosen for it. Files of the library are not touched."],
        verb: "Remove them, and sync")
    } else {
      return carryOut()
    }
    return []
  }

  private mutating func askToCarryOut(_ title: String, _ lines: [String], verb: String) {
    windows.open(
      .picker(
        Picker(
          .exchange, title: title, lines: lines,
          choices: [
            .init("Back to the plan", .nothing), .init(verb, .command(.device(.carryOut))),
          ])))
  }

  /// Carries out the plan of the window on top.
  mutating func carryOut() -> [Effect] {
    guard case .syncPlan(let panel) = overlays.last else { return [] }
    if let run = syncing.run {
      say(busyText(run))
      return []
    }
    windows.closeTop()
    windows.expect(.syncReport)
    return carryOut(panel.chosen, byItself: false)
  }

  mutating func carryOut(_ plan: SyncPlan, byItself: Bool) -> [Effect] {
    let serial = syncing.start(
      plan.device, named: plan.deviceName, carriesOut: true, byItself: byItself)
    return [.device(.carryOut(plan, serial: serial))]
  }
}
