internal import Music

extension SyncPlanner {
  /// Plays of logs that one sync counts.
  static let maximumPlays = 1_000_000

  /// Plans counts, ratings and favourites of the tracks that both sides have.
  mutating func planMarks() {
    let heard = heardPlays()
    let clock = MarksMerge.Clock(now: now, lastSync: device.lastSync)
    for (track, link) in matching.links.enumerated() {
      guard let link, link.row != nil || link.state != nil || heard[track] != nil else { continue }
      if heard[track] == nil, isAsBefore(track, link) { continue }
      let known = link.state.map { state.tracks[$0] }
      // Without a state only what the plan adopts or copies is ours to change.
      guard known != nil || isThere[track] else { continue }
      let plays = heard[track] ?? []
      let base: MarksMerge.Base? =
        known.flatMap { known in
          known.status == .synced && !matching.wasReset
            ? MarksMerge.Base(ours: known.ours, theirs: known.theirs) : nil
        }
      let theirs: DeviceMarks
      if let row = link.row {
        theirs = snapshot.contents.tracks[row].marks
      } else {
        guard !plays.isEmpty else { continue }
        // A row that this sync makes has what the library has.
        theirs = known?.theirs ?? library.tracks[track].marks
      }
      if let known, known.status == .excluded, link.row == nil, !isThere[track] { continue }
      add(track, link, base, theirs, plays, clock)
    }
  }

  /// Names tracks whose texts were changed in the device's database only: the texts of the library are
  /// those of its files, which no sync writes.
  mutating func noteTexts() {
    guard let last = device.lastSync else { return }
    for (track, link) in matching.links.enumerated() {
      guard let link, let number = link.state, let row = link.row, isThere[track] else { continue }
      let (known, theirs) = (state.tracks[number], snapshot.contents.tracks[row])
      let ours = library.tracks[track]
      guard theirs.updated > last, known.status == .synced, !known.isAdopted,
        known.source == ours.file, !SyncPlanner.hasTexts(theirs, of: ours)
      else { continue }
      notes.add(
        ours.shownName, "has other tags in the device's database, which are not written here")
    }
  }

  private static func hasTexts(_ row: DeviceTrack, of track: SyncTrack) -> Bool {
    row.title == track.title ?? track.path.stem && row.artist == track.artist
      && row.album == track.album && row.albumArtist == track.albumArtist
      && row.genre == track.genre
  }

  /// Whether both sides have what they had after the last sync, as most tracks do.
  private func isAsBefore(_ track: Int, _ link: TrackLink) -> Bool {
    guard let number = link.state, let row = link.row, !matching.wasReset,
      state.tracks[number].status == .synced
    else { return false }
    let ours = library.tracks[track].marks
    return ours == state.tracks[number].ours && ours == state.tracks[number].theirs
      && ours == snapshot.contents.tracks[row].marks
  }

  private mutating func add(
    _ track: Int, _ link: TrackLink, _ base: MarksMerge.Base?, _ theirs: DeviceMarks,
    _ plays: [Int64?], _ clock: MarksMerge.Clock
  ) {
    let ours = library.tracks[track].marks
    let counted = snapshot.playTimes.isEmpty ? nil : snapshot.playTimes[link.uuid]
    let merge = MarksMerge(
      ours: ours, theirs: theirs, base: base, heard: plays, counted: counted ?? [], clock: clock)
    let name = library.tracks[track].shownName
    for conflict in merge.conflicts {
      conflicts.append(SyncConflict(name: name, value: conflict.value, winner: conflict.winner))
    }
    if merge.wasReset { notes.add(name, "has fewer plays on the device than before") }
    var here: MarksChange?
    if merge.plays > 0 || merge.after != ours {
      here = MarksChange(
        track: library.tracks[track].id, plays: merge.plays, times: merge.times, before: ours,
        after: merge.after)
    }
    // Plays that undo takes back here were heard there all the same.
    var wanted = merge.after
    if !merge.wasReset { wanted.plays = max(wanted.plays, theirs.plays) }
    let there = isThere[track] && wanted != theirs ? wanted : nil
    let isBaseOld = base.map { $0.ours != ours || $0.theirs != theirs } ?? false
    guard here != nil || there != nil || isBaseOld && isThere[track] else { return }
    items.append(
      SyncItem(
        action: .marks(
          MarksSync(
            track: library.tracks[track].id, uuid: link.uuid, here: here, beforeThere: theirs,
            there: there)), name: name))
  }

  /// The plays of the device's logs, by the index of their track.
  private mutating func heardPlays() -> [Int: [Int64?]] {
    guard !snapshot.plays.isEmpty else { return [:] }
    var byPath: [FilePath: Int] = [:]
    var byName: [String: Int] = [:]
    for (track, link) in matching.links.enumerated() {
      guard let link, link.state != nil || isThere[track] else { continue }
      if let file = link.file { byPath[snapshot.files[file].path] = track }
      let name = SyncPlanner.name(library.tracks[track].artist, library.tracks[track].title)
      if let name { byName[name] = byName[name] == nil ? track : -1 }
    }
    // A log names a file as it was called when it was heard, and the row may not know of a later
    // rename that was cut.
    for (track, link) in matching.links.enumerated() {
      guard let link, let known = link.state else { continue }
      let path = state.tracks[known].file.path
      if byPath[path] == nil { byPath[path] = track }
    }
    for (track, link) in matching.links.enumerated() {
      guard let link, let row = link.row, link.state != nil || isThere[track] else { continue }
      let path = snapshot.contents.tracks[row].path
      if byPath[path] == nil { byPath[path] = track }
    }
    var times: [Int: [Int64?]] = [:]
    var unknown = 0
    for (number, play) in snapshot.plays.prefix(SyncPlanner.maximumPlays).enumerated() {
      let byFile = play.path.flatMap { byPath[$0] }
      // A sync that was cut has given the name to another song.
      if number < snapshot.waitingPlays, let byFile, let link = matching.links[byFile],
        let known = link.state, state.tracks[known].status == .copied, link.row == nil
      {
        continue
      }
      let track =
        byFile
        ?? SyncPlanner.name(play.artist, play.title).flatMap { byName[$0] }
      if let track, track >= 0, let link = matching.links[track] {
        times[track, default: []].append(play.time)
        heard[link.uuid, default: []].append(play)
      } else {
        waiting.append(play)
        if number >= snapshot.waitingPlays { unknown += 1 }
      }
    }
    if unknown > 0 {
      notes.add(
        unknown.counted("play"), "in the device's logs: the plays wait for songs that no sync knows"
      )
    }
    return times
  }

  private static func name(_ artist: String?, _ title: String?) -> String? {
    title.map { NameFolding.folded(artist ?? "") + "\0" + NameFolding.folded($0) }
  }
}
