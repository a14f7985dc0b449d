package import Music

/// Makes the plan of a sync from what both sides have and what they had; it changes nothing.
package struct SyncPlanner {
  let device: Device
  let now: Int64
  let syncID: String
  let library: SyncLibraryContents
  private(set) var snapshot: DeviceSnapshot
  let state: SyncState
  let places: DevicePlaces
  var folders = PlaceFolders()
  var matching: SyncMatching
  var items: [SyncItem] = []
  var conflicts: [SyncConflict] = []
  var notes = NoteList()
  /// By the track's index: whether it is on the device after the plan, so that lists may name it.
  var isThere: [Bool]
  var lists: [String: SyncedPlaylist] = [:]
  /// Plays of logs whose song the library does not have yet.
  var waiting: [DevicePlay] = []
  /// Plays of logs by the id of their track on the device.
  var heard: [DeviceTrackID: [DevicePlay]] = [:]
  /// The folded names of the device's playlists.
  var namesThere: Set<String> = []

  /// - Parameters:
  ///   - now: Unix time in seconds.
  ///   - syncID: 16 hexadecimal digits, random.
  package init(
    _ device: Device, _ library: SyncLibraryContents, _ snapshot: DeviceSnapshot,
    _ state: SyncState, now: Int64, syncID: String
  ) {
    self.device = device
    self.library = library
    self.snapshot = snapshot
    self.state = state
    self.now = now
    self.syncID = syncID
    matching = SyncMatching(library, snapshot, state)
    isThere = Array(repeating: false, count: library.tracks.count)
    let abilities = snapshot.abilities
    do throws(TemplateMistake) {
      places = try DevicePlaces(template: device.options.template, abilities: abilities)
    } catch {
      notes.add("The template", "cannot be read (\(error.message)): the usual one is in its place")
      // because the default template is a constant that the tests parse, it has no mistake.
      places = try! DevicePlaces(template: DeviceOptions.defaultTemplate, abilities: abilities)
    }
  }

  /// The files of the device that nothing is known of, whose facts the plan needs.
  package var unknownFiles: [DeviceFile] { matching.unknown }

  /// Makes the plan.
  ///
  /// - Parameter facts: Those of the unknown files, as far as they can be read.
  package consuming func plan(
    _ facts: [FilePath: DeviceFileFacts] = [:]
  ) -> PlannedSync {
    snapshot.facts.merge(facts) { _, new in new }
    let (library, places, options) = (library, places, device.options)
    var folders = PlaceFolders()
    matching.matchFacts(snapshot.facts) { track in
      let track = library.tracks[track]
      let fileExtension = track.fileExtension(track.conversion(by: options.conversion))
      return places.place(of: track, fileExtension: fileExtension, &folders)
    }
    self.folders = folders
    let removesMuch = planFiles()
    planMarks()
    planLists()
    noteTexts()
    if snapshot.abilities.isReadOnly {
      notes.add(device.name.displayable, "is read-only")
      items.removeAll { $0.isForDevice }
    }
    for fault in snapshot.contents.faults.prefix(20) {
      notes.add("The device's database", "is damaged in part: \(fault.displayable)")
    }
    var plan = SyncPlan(device: device.id, deviceName: device.name, syncID: syncID)
    plan.items = items
    plan.conflicts = conflicts
    plan.notes = notes.all
    plan.free = snapshot.free
    plan.speed = device.speed
    plan.removesMuch = removesMuch
    plan.isFirst = isFirst
    plan.repairsDatabase = snapshot.contents.isFromCopy && !snapshot.abilities.isReadOnly
    // Where a folder could not be read, a file of a row may be there.
    let stale =
      snapshot.isPartial
      ? []
      : damagedUUIDs
        + matching.orphans.filter { $0.file == nil }.map { state.tracks[$0.state].uuid }
    return PlannedSync(
      plan: plan, library: library, snapshot: snapshot, state: state, index: matching.index,
      links: matching.links, lists: lists, stale: stale, waiting: waiting, heard: heard)
  }

  /// Tracks whose file was damaged, and which are no longer wanted.
  private var damagedUUIDs: [DeviceTrackID] {
    matching.links.enumerated().compactMap { track, link in
      guard let link, link.file == nil, let number = link.state, state.tracks[number].isDamaged,
        !isThere[track]
      else { return nil }
      return link.uuid
    }
  }

  private var isFirst: Bool {
    let contents = snapshot.contents
    return state.syncID == nil && contents.syncID == nil && contents.tracks.isEmpty
      && contents.playlists.isEmpty && snapshot.files.isEmpty
  }
}

extension SyncItem {
  /// Whether it writes to the device.
  fileprivate var isForDevice: Bool {
    switch action {
    case .take: false
    case .copy, .replace, .move, .remove, .exclude, .adopt, .marks, .playlist: true
    }
  }
}
