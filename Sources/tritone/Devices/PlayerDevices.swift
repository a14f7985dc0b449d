import Glibc
import Interface
import Library
import Log
import Music
import Sync
import Synchronization
import Threads

/// Devices and their syncs for the player: one sync at a time, concurrently with everything else.
final class PlayerDevices: Sendable {
  private let library: Library
  private let mailbox: Mailbox
  private let directories: Directories
  private let known: KnownDevices
  private let running = Mutex<Task<Void, Never>?>(nil)
  /// The sync whose plan was made last.
  private let planned = Mutex<(sync: DeviceSync, syncID: String)?>(nil)
  private let mounts: MountWatch

  init(library: Library, mailbox: Mailbox, directories: Directories) {
    self.library = library
    self.mailbox = mailbox
    self.directories = directories
    known = KnownDevices(library, directories)
    mounts = MountWatch()
  }

  func perform(_ effect: DeviceEffect) {
    switch effect {
    case .list: answer(effect) { await self.list() }
    case .add(let draft, let makesFolders):
      answer(effect) {
        let found = try await self.known.add(
          named: draft.name, at: draft.address, draft.options, makesFolders: makesFolders)
        switch found {
        case .added(let device):
          await self.lookAround(.addition)
          return .added(device)
        case .foldersMissing(let folders):
          return .foldersMissing(draft, nil, folders: folders)
        }
      }
    case .edit(let id, let draft, let makesFolders):
      answer(effect) {
        guard let device = try await self.library.device(id) else {
          throw LibraryError.noSuchDevice
        }
        let isDone = try await self.known.change(
          device, name: draft.name, draft.address, draft.options, makesFolders: makesFolders)
        guard isDone, let changed = try await self.library.device(id) else {
          return .foldersMissing(draft, id, folders: KnownDevices.folders)
        }
        return .changed(changed)
      }
    case .forget(let id):
      answer(effect) {
        guard let device = try await self.library.device(id) else {
          throw LibraryError.noSuchDevice
        }
        try await self.known.forget(device)
        return .forgotten(device.name)
      }
    case .plan(let id, let serial): plan(id, serial)
    case .carryOut(let plan, let serial): carryOut(plan, serial)
    case .stop: running.withLock { $0 }?.cancel()
    }
  }

  private func answer(
    _ effect: DeviceEffect, _ work: @escaping @Sendable () async throws -> DeviceEvent?
  ) {
    let mailbox = mailbox
    Task.detached {
      await EffectRunner.post(to: mailbox, refusing: .device(effect)) {
        try await work().map { .device($0) }
      }
    }
  }

  /// Begins to look for known devices that come and go.
  func begin() { Task.detached { await self.lookAround(.start) } }

  /// Stops what goes on; what is on its way is completed to where the next sync goes on.
  func finish() async {
    mounts.stop()
    let task = running.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  // MARK: The list

  /// The addresses of those that are there.
  private let present = Mutex<[DeviceID: String]>([:])

  private func list() async -> DeviceEvent? {
    do {
      return .listed(try await items(counting: true), at: DevicePeers.now)
    } catch {
      mailbox.post(.failed(UserText.of(error)))
      return nil
    }
  }

  /// - Parameter counting: whether the whole library is read for what waits.
  private func items(counting: Bool = false) async throws -> [DeviceListItem] {
    let names = Dictionary(
      try await library.playlists().map { ($0.id, $0.name) },
      uniquingKeysWith: { first, _ in first })
    var items: [DeviceListItem] = []
    for presence in try await known.presences() {
      let device = presence.device
      var chosen: [PlaylistID: String] = [:]
      for case .playlist(let id) in device.options.contents { chosen[id] = names[id] }
      let counts = counting && presence.isThere != false
      items.append(
        DeviceListItem(
          device: device, isThere: presence.isThere, capacity: presence.capacity,
          free: presence.free, foundAt: presence.foundAt,
          waiting: counts ? try await waiting(device) : nil, names: chosen))
    }
    return items
  }

  /// Tracks that a sync would bring, by the library and the state of the last sync alone.
  private func waiting(_ device: Device) async throws -> DeviceListItem.Waiting? {
    guard device.lastSync != nil else { return nil }
    let contents = try await library.syncContents(for: device)
    let state = try await library.syncState(of: device.id)
    let there = Dictionary(
      state.tracks.map { ($0.track, $0) }, uniquingKeysWith: { first, _ in first })
    let chosen = Set(contents.chosen)
    // A song that is there under another number is not copied twice.
    var sounds = Set(state.tracks.compactMap(\.audioHash))
    var waiting = DeviceListItem.Waiting(new: 0, changed: 0)
    for track in contents.tracks where chosen.contains(track.id) && !track.isOffline {
      if let known = there[track.id] {
        if known.status != .excluded, known.source != track.file { waiting.changed += 1 }
      } else if track.audioHash.map({ sounds.insert($0).inserted }) ?? true {
        waiting.new += 1
      }
    }
    return waiting
  }

  /// Why devices are looked for.
  private enum Occasion {
    /// The player has started.
    case start
    /// The user has added one.
    case addition
    /// A file system was mounted or unmounted.
    case mounts
  }

  private static func location(of item: DeviceListItem) -> String {
    item.foundAt?.text ?? item.device.address.text
  }

  /// Tells of devices that have come since the last look.
  private func lookAround(_ occasion: Occasion) async {
    do {
      let items = try await items()
      // A player without devices is told nothing.
      guard !items.isEmpty || occasion == .mounts else { return }
      mounts.begin { [self] in
        Task.detached { await self.lookAround(.mounts) }
      }
      mailbox.post(.device(.listed(items, at: DevicePeers.now)))
      let there = items.filter { $0.isThere == true }
      let before = present.withLock { present in
        defer {
          present = Dictionary(
            there.map { ($0.id, Self.location(of: $0)) }, uniquingKeysWith: { first, _ in first })
        }
        return present
      }
      for item in there where before[item.id] != Self.location(of: item) {
        // At the start only those that sync by themselves are of interest.
        let isTold =
          switch occasion {
          case .start: item.device.options.syncsByItself
          case .addition: false
          case .mounts: true
          }
        if isTold { mailbox.post(.device(.appeared(item.id))) }
      }
    } catch {
      mailbox.log.log.warning(
        .library, "devices cannot be listed", [LogField("reason", sentence: UserText.of(error))])
    }
  }

  // MARK: Syncs

  private func begin(_ serial: Int, _ work: @escaping @Sendable () async throws -> DeviceEvent) {
    let mailbox = mailbox
    running.withLock { running in
      let before = running
      running = Task.detached {
        await before?.value
        do {
          mailbox.post(.device(try await work()))
        } catch {
          if Task.isCancelled || Self.isCancellation(error) {
            return mailbox.post(.device(.stopped(serial: serial)))
          }
          mailbox.post(.device(.failed(Self.text(of: error), serial: serial)))
        }
      }
    }
  }

  private static func isCancellation(_ error: any Error) -> Bool {
    if let error = error as? SyncError { return error == .cancelled || error == .peer(.cancelled) }
    return error is CancellationError || error as? LibraryError == .cancelled
  }

  private static func text(of error: any Error) -> String {
    (error as? SyncError)?.message ?? UserText.of(error)
  }

  private func plan(_ id: DeviceID, _ serial: Int) {
    let (library, directories, mailbox) = (library, directories, mailbox)
    begin(serial) { [self] in
      planned.withLock { $0 = nil }
      guard let device = try await library.device(id) else { throw LibraryError.noSuchDevice }
      let sync = try await DeviceSync.begin(
        with: await known.presence(of: device).located, library, directories)
      let plan = try await sync.plan { mailbox.post(.device(.progressed($0, serial: serial))) }
      // The device is free, and may be unplugged, while the plan is read.
      await sync.close()
      if Task.isCancelled { throw CancellationError() }
      planned.withLock { $0 = (sync, plan.syncID) }
      return .planned(plan, serial: serial)
    }
  }

  private func carryOut(_ plan: SyncPlan, _ serial: Int) {
    let mailbox = mailbox
    begin(serial) { [self] in
      let sync = planned.withLock { planned -> DeviceSync? in
        guard let found = planned, found.syncID == plan.syncID else { return nil }
        planned = nil
        return found.sync
      }
      guard let sync else { throw Failure(reason: "the plan is out of date: make another one") }
      let outcome = await sync.carryOut(plan) {
        mailbox.post(.device(.progressed($0, serial: serial)))
      }
      await sync.close()
      Self.note(outcome, mailbox.log.log)
      if let fault = outcome.fault {
        let copied = outcome.report.copied
        throw Failure(
          reason: copied > 0 ? "\(fault) (\(copied.counted("song")) copied so far)" : fault)
      }
      return .finished(outcome.report, serial: serial)
    }
  }

  private static func note(_ outcome: DeviceSync.Outcome, _ log: Log) {
    var fields = [
      LogField("copied", outcome.report.copied), LogField("replaced", outcome.report.replaced),
      LogField("removed", outcome.report.removed), LogField("plays", outcome.report.playsHere),
    ]
    if let fault = outcome.fault { fields.append(LogField("reason", sentence: fault)) }
    log.info(.library, "synced a device", fields)
  }
}
