import Music
import Screen

// Plans and syncs: their beginning, their end, and what is said of them.
extension App {
  /// Makes a plan for a typed name, or for the device that is meant without one.
  mutating func sync(named name: String?) -> [Effect] {
    if let run = syncing.run {
      say(busyText(run))
      return []
    }
    guard let devices = syncing.devices else {
      syncing.wanted = Syncing.Wanted(name: name)
      return [.device(.list)]
    }
    if let name {
      if let item = syncing.device(named: name) { return sync(item) }
      say(
        "There is no device \(TextWidth.truncated(name, to: 40));"
          + " \(key(.device(.list))) lists those that there are", .bad)
      return []
    }
    if let panel = syncing.takePlan(of: nil, at: now) {
      windows.open(.syncPlan(panel))
      return []
    }
    if let item = syncing.meant { return sync(item) }
    if devices.isEmpty {
      say("There is no device yet; \(key(.device(.add))) adds one")
    } else {
      windows.open(.devices(DevicesPanel()))
    }
    return []
  }

  /// Shows the plan of a device, made anew unless there is one.
  mutating func sync(_ item: DeviceListItem?) -> [Effect] {
    guard let item else { return [] }
    if let run = syncing.run {
      say(busyText(run))
      return []
    }
    if let panel = syncing.takePlan(of: item.id, at: now) {
      windows.open(.syncPlan(panel))
      return []
    }
    windows.expect(.syncPlan)
    return plan(item, byItself: false)
  }

  mutating func plan(_ item: DeviceListItem, byItself: Bool) -> [Effect] {
    let serial = syncing.start(
      item.id, named: item.device.name, carriesOut: false, byItself: byItself)
    return [.device(.plan(item.id, serial: serial))]
  }

  mutating func stopSync() -> [Effect] { syncing.stop() ? [.device(.stop)] : [] }

  func busyText(_ run: Syncing.Run) -> String {
    let name = TextWidth.truncated(run.name, to: 40)
    if run.isStopping { return "The sync with \(name) is being stopped" }
    return run.carriesOut ? "A sync with \(name) is on its way" : "A plan for \(name) is being made"
  }

  // MARK: Plans

  mutating func planned(_ plan: SyncPlan, _ serial: Int) -> [Effect] {
    guard let run = syncing.end(serial) else { return [] }
    let request = windows.answered(.syncPlan)
    let name = TextWidth.truncated(plan.deviceName, to: 40)
    let panel = SyncPlanPanel(plan)
    if panel.isEmpty, run.isAutomatic || plan.conflicts.isEmpty && plan.notes.isEmpty {
      say("Nothing to do: \(name) and the library are the same", .good)
      return next()
    }
    let command = key(.device(.sync(nil)))
    guard run.isAutomatic else {
      let isOpen = open(
        .syncPlan(panel), askedFor: request,
        orSay: "The plan for \(name) is ready: \(command) shows it")
      if !isOpen { syncing.keep(panel, at: now) }
      return next()
    }
    guard !plan.isFirst, !plan.removesMuch, panel.freeAfter ?? 0 >= 0 else {
      syncing.keep(panel, at: now)
      say("The sync of \(name) has a question: \(command) shows its plan")
      return next()
    }
    guard panel.changesSomething else { return next() }
    return carryOut(plan, byItself: true)
  }

  // MARK: Ends

  mutating func finished(_ report: SyncReport, _ serial: Int) -> [Effect] {
    guard let run = syncing.end(serial) else { return [] }
    syncing.keep(report)
    let request = windows.answered(.syncReport)
    var text = report.shortHeadline
    let count = report.left.count + report.conflicts.count
    if count > 0 {
      let noun = report.conflicts.isEmpty ? "was left" : "is worth a look"
      let plural = report.conflicts.isEmpty ? "were left" : "are worth a look"
      text += ", \(count.grouped) \(count == 1 ? noun : plural)"
      let isOpen =
        !run.isAutomatic && !report.wasCancelled
        && open(
          .report(reportPanel(report)), askedFor: request,
          orSay: text + ": \(key(.device(.report))) says why")
      if !isOpen { text += ": \(key(.device(.report))) says why" }
    } else if report.changedLibrary {
      text += "; \(key(.undo)) takes back what changed here"
    }
    say(text, count == 0 && !report.wasCancelled ? .good : .plain)
    return [.device(.list)] + next()
  }

  mutating func failed(_ reason: String, _ serial: Int) -> [Effect] {
    guard let run = syncing.end(serial) else { return [] }
    windows.answered(.syncPlan)
    windows.answered(.syncReport)
    let work = run.carriesOut ? "The sync with" : "No plan for"
    say("\(work) \(TextWidth.truncated(run.name, to: 40)): \(reason)", .bad)
    return [.device(.list)] + next()
  }

  mutating func stopped(_ serial: Int) -> [Effect] {
    guard let run = syncing.end(serial) else { return [] }
    windows.answered(.syncPlan)
    say("Stopped: nothing was changed on \(TextWidth.truncated(run.name, to: 40))")
    return next()
  }

  /// An effect of a plan or sync failed before it began, which is all that is said; nil for others.
  mutating func refusedSync(_ effect: Effect, _ reason: String) -> [Effect]? {
    guard case .device(let order) = effect else { return nil }
    switch order {
    case .plan(_, let serial), .carryOut(_, let serial): return failed(reason, serial)
    case .list:
      syncing.wanted = nil
      return nil
    case .add, .edit, .forget, .stop: return nil
    }
  }

  /// The next device that syncs by itself, once nothing goes on.
  private mutating func next() -> [Effect] {
    syncing.takeWaiting().map { plan($0, byItself: true) } ?? []
  }

  // MARK: Reports

  mutating func showSyncReport() -> [Effect] {
    guard let report = syncing.last else {
      say("Nothing was synced yet; \(key(.device(.list))) lists the devices")
      return []
    }
    windows.open(.report(reportPanel(report)))
    return []
  }

  /// Rows of each part of a report; there may be a note for each track of the library.
  private static let maximumRows = 2_000

  func reportPanel(_ report: SyncReport) -> ReportPanel {
    var panel = ReportPanel(title: report.headline)
    func lines(_ lines: [ReportLine], of count: Int) -> [ReportLine] {
      let rest = count - lines.count
      return rest > 0 ? lines + [ReportLine("and \(rest.grouped) more")] : lines
    }
    panel.add("Done", report.details.map { ReportLine($0) })
    panel.add(
      "Left as it is: \(report.left.count.grouped)",
      lines(
        report.left.prefix(App.maximumRows).map { ReportLine($0.name, detail: $0.reason) },
        of: report.left.count))
    panel.add(
      "Changed on both sides: \(report.conflicts.count.grouped)",
      lines(
        report.conflicts.prefix(App.maximumRows).map { ReportLine($0.name, detail: $0.detail) },
        of: report.conflicts.count))
    if panel.rows.isEmpty { panel.add("Done", [ReportLine("Both sides were the same")]) }
    return panel
  }
}

extension SyncReport {
  /// The headline with a short name.
  fileprivate var shortHeadline: String {
    var report = self
    report.deviceName = TextWidth.truncated(deviceName, to: 40)
    return report.headline
  }

  /// Whether an undo step of the library has something to take back.
  fileprivate var changedLibrary: Bool { playsHere > 0 || marksHere > 0 || playlistsHere > 0 }
}
