internal import Music

/// Composes what the databases of both sides learn, from what was done and from what the device has
/// now.
struct SyncCommits {
  private let work: SyncWork
  private let now: Int64
  private let rows: [DeviceTrackID: DeviceTrack]
  private let theirLists: [String: DevicePlaylist]
  private var changedRows: [DeviceTrackID: DeviceTrack] = [:]
  private var synced: [Int: SyncedTrack] = [:]
  /// Rows of the state of tracks that the library has no longer.
  private var leaving: [SyncedTrack] = []
  private var knownByID: [DeviceTrackID: SyncedTrack] = [:]
  /// Ids of rows whose plays are left out of the sync.
  private var uncounted: Set<DeviceTrackID> = []
  private(set) var device: DeviceCommit
  private(set) var library: LibraryCommit
  private(set) var report: SyncReport
  /// Files to remove once the databases know nothing of them, with their ids and names.
  private(set) var removals: [(uuid: DeviceTrackID, file: DeviceFile, name: String)] = []

  init(_ work: SyncWork, _ contents: DeviceContents, now: Int64) {
    self.work = work
    self.now = now
    rows = Dictionary(contents.tracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    theirLists = Dictionary(
      contents.playlists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    device = DeviceCommit(syncID: work.plan.syncID)
    library = LibraryCommit(syncID: work.plan.syncID, time: now)
    report = work.report
    for item in work.plan.items where !item.isIncluded {
      if case .marks(let marks) = item.action, marks.here != nil { uncounted.insert(marks.uuid) }
    }
    for (index, row) in work.written { addWritten(index, row) }
    for item in work.plan.items where item.isIncluded { addFile(item) }
    for item in work.plan.items where item.isIncluded { addMarks(item) }
    removeStaleRows()
    device.tracks = changedRows.values.sorted { $0.id < $1.id }
    library.syncedTracks = synced.sorted { $0.key < $1.key }.map(\.value) + leaving
    for item in work.plan.items where item.isIncluded { addList(item) }
    library.removedTracks = work.planned.stale.filter { !uncounted.contains($0) }
    library.logs = work.planned.snapshot.logs.map {
      WaitingPlays.text($0, waitingPlays)
    }
  }

  /// Whether both databases stay as they are.
  var isEmpty: Bool {
    !work.plan.repairsDatabase && changedRows.isEmpty && device.removedTracks.isEmpty
      && device.playlists.isEmpty
      && device.removedPlaylists.isEmpty && library.marks.isEmpty && library.playlists.isEmpty
      && library.syncedTracks.isEmpty && library.syncedPlaylists.isEmpty
      && library.removedPlaylists.isEmpty
  }

  /// Plays of logs that a later sync counts: those without a song, and those that are left out.
  private var waitingPlays: [DevicePlay] {
    let names = Set(work.written.values.map(\.file.path))
    let old = work.planned.waiting.filter { play in
      // The file of an earlier sync's log had the name before.
      play.path.map { !names.contains($0) } ?? true
    }
    let left = uncounted.sorted().flatMap { uuid in
      (work.planned.heard[uuid] ?? []).map { play in
        var play = play
        // The song may have another name from this sync on.
        if play.path != nil, let row = changedRows[uuid] { play.path = row.path }
        return play
      }
    }
    return old + left
  }

  private func known(_ link: TrackLink) -> SyncedTrack? {
    work.known(link)
  }

  // MARK: Files

  /// A track whose file is on the device: its row there, and its row of the state.
  private mutating func addWritten(_ index: Int, _ written: SyncedTrack) {
    guard let link = work.planned.links[index] else { return }
    let track = work.planned.library.tracks[index]
    var state = written
    let old = rows[link.uuid]
    let wasSynced = state.status == .synced
    if old == nil {
      // A new row has what the library has.
      (state.ours, state.theirs) = (track.marks, track.marks)
      state.status = .synced
    } else if !wasSynced, old?.marks == track.marks {
      (state.ours, state.theirs) = (track.marks, track.marks)
      state.status = .synced
    }
    synced[index] = state
    changedRows[link.uuid] = row(
      track, link.uuid, state.file, marks: old?.marks ?? track.marks, old: old)
  }

  private func row(
    _ track: SyncTrack, _ uuid: DeviceTrackID, _ file: DeviceFile, marks: DeviceMarks,
    old: DeviceTrack?
  ) -> DeviceTrack {
    DeviceTrack(
      id: uuid, path: file.path, title: track.title ?? track.path.stem, artist: track.artist,
      album: track.album, albumArtist: track.albumArtist, genre: track.genre,
      year: track.date.flatMap(Tags.year(in:)), trackNumber: track.trackNumber,
      duration: track.duration, size: file.size, modified: file.modified / 1_000_000_000,
      marks: marks, created: old.map(\.created) ?? now, updated: now)
  }

  private mutating func addFile(_ item: SyncItem) {
    switch item.action {
    case .adopt(let id, _, let file):
      guard let (index, track, link) = work.link(id) else { return }
      let known = known(link)
      let rule = known.map(\.conversion) ?? track.conversion(by: work.rule)
      var row = work.synced(track, link, file, rule)
      // A row of a sync that was cut is of a file that it has brought.
      row.isAdopted = known?.isAdopted ?? true
      addWritten(index, row)
    case .exclude(let id, let uuid):
      guard !waits(uuid, item), let (index, _, link) = work.link(id), var known = known(link) else {
        return
      }
      known.status = .excluded
      synced[index] = known
      remove(uuid)
    case .remove(let uuid, let file):
      guard !waits(uuid, item) else { return }
      remove(uuid)
      removals.append((uuid, file, item.name))
      leave(uuid)
    case .copy, .replace, .move, .take, .marks, .playlist: break
    }
  }

  /// Whether a row has to stay since what was counted in it is left out of the sync.
  private mutating func waits(_ uuid: DeviceTrackID, _ item: SyncItem) -> Bool {
    guard uncounted.contains(uuid) else { return false }
    report.left.append(SyncNote(name: item.name, reason: "has plays there that were left out"))
    return true
  }

  /// Until its file is gone the state knows it: a sync that is cut goes on with the removal.
  private mutating func leave(_ uuid: DeviceTrackID) {
    if knownByID.isEmpty {
      knownByID = Dictionary(
        work.planned.state.tracks.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard var known = knownByID[uuid] else { return }
    known.status = .copied
    if let (index, _, link) = work.link(known.track), link.uuid == uuid {
      synced[index] = known
    } else {
      leaving.append(known)
    }
  }

  /// A row of a track that is gone from the library, and of which the file is gone too: without a
  /// state its entries in lists would be songs of the device's own.
  private mutating func removeStaleRows() {
    guard !work.planned.stale.isEmpty else { return }
    let (planned, stale) = (work.planned, Set(work.planned.stale).subtracting(uncounted))
    let used = Set(
      planned.links.lazy.compactMap { (link: TrackLink?) -> DeviceTrackID? in
        guard let link, link.state.map({ !planned.state.tracks[$0].isDamaged }) ?? true else {
          return nil
        }
        return link.uuid
      })
    for uuid in stale where !used.contains(uuid) {
      remove(uuid)
      if let index = synced.first(where: { $0.value.uuid == uuid })?.key { synced[index] = nil }
    }
  }

  private mutating func remove(_ uuid: DeviceTrackID) {
    guard rows[uuid] != nil else { return }
    device.removedTracks.append(uuid)
    changedRows[uuid] = nil
  }

  // MARK: Marks

  private mutating func addMarks(_ item: SyncItem) {
    guard case .marks(let marks) = item.action,
      let (index, track, link) = work.link(marks.track)
    else { return }
    var state = synced[index] ?? known(link)
    if let here = state == nil ? marks.here?.playsAlone : marks.here {
      library.marks.append(here)
      report.playsHere += here.plays
      report.marksHere += 1
    }
    guard state != nil else { return }
    let old = rows[link.uuid]
    if let there = marks.there, var row = changedRows[link.uuid] ?? old {
      let new = there.plays - marks.beforeThere.plays
      if new > 0, let times = work.planned.library.playTimes[marks.track] {
        device.playTimes[link.uuid] = Array(times.suffix(new))
      }
      // The rest of the row is what the device, or this sync, has made of it.
      row.marks = there.rebased(from: marks.beforeThere, to: row.marks)
      row.updated = now
      changedRows[link.uuid] = row
      report.marksThere += 1
    }
    state?.ours = marks.here?.after ?? track.marks
    state?.theirs = marks.there ?? marks.beforeThere
    if state?.status == .copied, changedRows[link.uuid] != nil { state?.status = .synced }
    synced[index] = state
  }

  // MARK: Playlists

  private mutating func addList(_ item: SyncItem) {
    guard case .playlist(let list) = item.action else { return }
    if let id = list.deletedThere {
      guard theirLists[id]?.tracks == list.beforeThere else { return }
      device.removedPlaylists.append(id)
      library.removedPlaylists.append(id)
      report.playlistsThere += 1
      return
    }
    guard let id = list.there?.id ?? list.here?.deviceID else { return }
    guard var state = work.planned.lists[id] else { return }
    let old = theirLists[id]
    guard old?.tracks ?? [] == list.beforeThere else {
      report.left.append(SyncNote(name: item.name, reason: "was changed on the device meanwhile"))
      return
    }
    // What goes from the device goes from its lists.
    let gone = Set(device.removedTracks)
    state.theirs = list.beforeThere.filter { !gone.contains($0) }
    if var there = list.there {
      // An entry that was there stays although its row means nothing.
      let before = Set(list.beforeThere)
      there.tracks.removeAll {
        gone.contains($0) || rows[$0] == nil && changedRows[$0] == nil && !before.contains($0)
      }
      if old != nil || !there.tracks.isEmpty {
        device.playlists.append(there)
        report.playlistsThere += 1
        state.theirs = there.tracks
      } else if list.here == nil {
        return
      }
    }
    if let here = list.here {
      library.playlists.append(here)
      report.playlistsHere += 1
    }
    library.syncedPlaylists.append(state)
  }
}

extension MarksChange {
  /// The plays without the rest, for a file that was left out of the sync: a log does not tell them
  /// again. Nil for none.
  fileprivate var playsAlone: MarksChange? {
    guard plays > 0 else { return nil }
    var change = self
    (change.after.rating, change.after.isFavorite) = (before.rating, before.isFavorite)
    return change
  }
}

extension DeviceMarks {
  /// The marks with what the device has changed since the plan: the state knows only the marks
  /// themselves, so that the next sync finds the rest.
  fileprivate func rebased(from before: DeviceMarks, to now: DeviceMarks) -> DeviceMarks {
    guard before != now else { return self }
    var marks = self
    let most = MarksMerge.maximumPlays
    marks.plays += max(0, min(max(0, now.plays), most) - min(max(0, before.plays), most))
    if now.lastPlayed != before.lastPlayed { marks.lastPlayed = now.lastPlayed }
    if now.isFavorite != before.isFavorite { marks.isFavorite = now.isFavorite }
    if now.rating != before.rating { marks.rating = now.rating }
    return marks
  }
}
