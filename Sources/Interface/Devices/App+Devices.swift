import Music
import Screen

// Devices: commands, and what the program tells of them.
extension App {
  mutating func performDevice(_ command: DeviceCommand) -> [Effect] {
    switch command {
    case .list: return showDevices()
    case .add: return addDevice()
    case .sync(let name): return sync(named: name)
    case .report: return showSyncReport()
    case .makeFolders: return makeFolders()
    case .carryOut: return carryOut()
    case .forget(let id): return [.device(.forget(id))]
    }
  }

  mutating func receive(_ event: DeviceEvent) -> [Effect] {
    switch event {
    case .listed(let devices, let time): return list(devices, at: time)
    case .added(let device):
      endForm()
      say(
        "Added \(TextWidth.truncated(device.name, to: 40)); \(key(.device(.list))) lists it, "
          + ":sync \(TextWidth.truncated(device.name, to: 40)) syncs it", .good)
      return [.device(.list)]
    case .changed(let device):
      endForm()
      say("Changed \(TextWidth.truncated(device.name, to: 40))", .good)
      return [.device(.list)]
    case .forgotten(let name):
      say("Forgot \(TextWidth.truncated(name, to: 40)); its files are left as they are", .good)
      return [.device(.list)]
    case .foldersMissing(let draft, let id, let folders): askForFolders(draft, id, folders)
    case .appeared(let id): return appeared(id)
    case .progressed(let progress, let serial): syncing.progress(progress, serial)
    case .planned(let plan, let serial): return planned(plan, serial)
    case .finished(let report, let serial): return finished(report, serial)
    case .failed(let reason, let serial): return failed(reason, serial)
    case .stopped(let serial): return stopped(serial)
    }
    return []
  }

  // MARK: The list

  private mutating func showDevices() -> [Effect] {
    let isOpen = overlays.contains { if case .devices = $0 { true } else { false } }
    if !isOpen { windows.open(.devices(DevicesPanel())) }
    return [.device(.list)]
  }

  private mutating func list(_ devices: [DeviceListItem], at time: Int64) -> [Effect] {
    let before = syncing.devices ?? []
    let wanted = syncing.list(devices, at: time, now: now)
    windows.update { overlay in
      guard case .devices(var panel) = overlay else { return }
      // The cursor stays on its device.
      let id =
        before.indices.contains(panel.cursor.selected) ? before[panel.cursor.selected].id : nil
      let index = devices.firstIndex { $0.id == id } ?? panel.cursor.selected
      panel.cursor.move(to: index, of: devices.count)
      overlay = .devices(panel)
    }
    return wanted.map { sync(named: $0.name) } ?? []
  }

  /// Asks before it forgets: nothing brings the state of the syncs back.
  mutating func askToForget(_ item: DeviceListItem?) -> [Effect] {
    guard let item else { return [] }
    if let run = syncing.run, run.device == item.id {
      say(busyText(run))
      return []
    }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Forget \(item.shortName)?",
          lines: ["Its files stay as they are.", "A new sync joins both sides anew."],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Forget it", .command(.device(.forget(item.id)))),
          ])))
    return []
  }

  mutating func toggleAutomatic(_ item: DeviceListItem?) -> [Effect] {
    guard let item else { return [] }
    var draft = DeviceDraft(item.device)
    draft.options.syncsByItself.toggle()
    return [.device(.edit(item.id, draft, makesFolders: false))]
  }

  /// The form that was left with Enter has done its work.
  private mutating func endForm() {
    windows.answered(.deviceFolders)
    syncing.submitted = nil
  }

  // MARK: Coming and going

  private mutating func appeared(_ id: DeviceID) -> [Effect] {
    syncing.appear(id)
    guard let item = syncing.device(id) else { return [.device(.list)] }
    // A folder on another mount may be a backup of the device: nothing is written there unasked.
    guard item.device.options.syncsByItself, item.foundAt == nil else {
      let place = item.foundAt.map { ", at \(TextWidth.truncated($0.text, to: 40))" } ?? ""
      say(
        "\(item.shortName) is here\(place): \(key(.device(.sync(nil)))) or :sync "
          + "\(item.shortName) syncs it")
      return []
    }
    guard syncing.run == nil else {
      syncing.wait(for: id)
      return []
    }
    say("\(item.shortName) is here: its sync begins")
    return plan(item, byItself: true)
  }
}
