internal import Music

/// Finds which rows and files of a device are which tracks of the library.
///
/// By the uuid that the state has, else by the hash of the audio, else by path, else by name, size and
/// duration. What fits several is left alone.
struct SyncMatching {
  let library: SyncLibraryContents
  private(set) var snapshot: DeviceSnapshot
  let state: SyncState
  let index: PositionIndex<TrackID>
  let files: PositionIndex<FilePath>
  let rowsByID: PositionIndex<DeviceTrackID>
  /// Filled where files are unknown.
  private(set) var rowsByPath: [FilePath: Int] = [:]
  /// Whether the device was emptied since the last sync: what is not there was not removed by hand.
  let wasReset: Bool
  /// By the track's index.
  var links: [TrackLink?]
  /// By the file's index: whether it is that of a track, or of a row of the state.
  var isClaimed: [Bool]
  /// Rows of the state whose track is no longer in the library, with the index of their file.
  var orphans: [(state: Int, file: Int?)] = []
  /// By the row's index: whether it is that of a track, or of a row of the state.
  private var isRowClaimed: [Bool] = []
  private var unknownByHash: [Int64: [Int]] = [:]
  private var unknownBySize: [Int64: [Int]] = [:]

  init(_ library: SyncLibraryContents, _ snapshot: DeviceSnapshot, _ state: SyncState) {
    self.library = library
    self.snapshot = snapshot
    self.state = state
    index = PositionIndex(library.tracks)
    files = PositionIndex(snapshot.files)
    rowsByID = PositionIndex(snapshot.contents.tracks)
    wasReset =
      state.syncID != nil && snapshot.contents.syncID == nil && snapshot.contents.tracks.isEmpty
    links = Array(repeating: nil, count: library.tracks.count)
    isClaimed = Array(repeating: false, count: snapshot.files.count)
    matchState()
    matchIDs()
  }

  /// The index of the first of each.
  private static func indices<Key: Hashable>(of keys: some Collection<Key>) -> [Key: Int] {
    var indices = [Key: Int](minimumCapacity: keys.count)
    for (index, key) in keys.enumerated() where indices[key] == nil { indices[key] = index }
    return indices
  }

  // MARK: By the state, and by ids

  private mutating func matchState() {
    var others: [Int] = []
    for (number, known) in state.tracks.enumerated() {
      guard let track = index[known.track], links[track] == nil else {
        orphans.append((number, nil))
        continue
      }
      var link = TrackLink(uuid: known.uuid)
      link.state = number
      link.row = rowsByID[known.uuid]
      if let file = unchangedFile(of: known), let file = claim(file) {
        link.file = file
        link.match = .known
      } else {
        others.append(track)
      }
      links[track] = link
    }
    // Files that are as they were come before those that only have the name of one.
    for position in orphans.indices {
      let known = state.tracks[orphans[position].state]
      orphans[position].file = unchangedFile(of: known).flatMap { claim($0) }
    }
    for track in others { matchElsewhere(track) }
  }

  private func unchangedFile(of known: SyncedTrack) -> Int? {
    guard let file = files[known.file.path],
      snapshot.abilities.isUnchanged(snapshot.files[file], since: known.file)
    else { return nil }
    return file
  }

  /// The file in the place of a known one, or where the device's database has it now.
  private mutating func matchElsewhere(_ track: Int) {
    guard var link = links[track], let number = link.state else { return }
    let known = state.tracks[number]
    // The name of a file that the user has removed is free for others.
    guard known.status != .excluded else { return }
    let moved = link.row.flatMap { files[snapshot.contents.tracks[$0].path] }
    guard let file = files[known.file.path].flatMap({ claim($0) }) ?? moved.flatMap({ claim($0) })
    else { return }
    link.file = file
    let found = snapshot.files[file]
    let isRenamed =
      found.path != known.file.path && snapshot.abilities.isUnchanged(found, since: known.file)
    link.match = isRenamed ? .found : .changed
    links[track] = link
  }

  /// The file, unless it is that of another one.
  private mutating func claim(_ file: Int) -> Int? {
    guard !isClaimed[file] else { return nil }
    isClaimed[file] = true
    return file
  }

  /// Tracks without a state whose id the device has: those of a library that went back to a backup.
  private mutating func matchIDs() {
    guard !snapshot.contents.tracks.isEmpty else { return }
    for id in library.chosen {
      guard let track = index[id], links[track] == nil,
        let row = rowsByID[library.tracks[track].uuid]
      else { continue }
      var link = TrackLink(uuid: library.tracks[track].uuid)
      link.row = row
      let path = snapshot.contents.tracks[row].path
      if let file = files[path], let file = claim(file) {
        link.file = file
        link.match = .found
      }
      links[track] = link
    }
  }

  /// The files that nothing is known of, whose facts are to be read before the other steps.
  var unknown: [DeviceFile] {
    var unknown: [DeviceFile] = []
    for (file, claimed) in zip(snapshot.files, isClaimed) where !claimed { unknown.append(file) }
    for case let link? in links where link.match == .changed || link.match == .found {
      // Only facts prove that a file under another name is the one that a sync has written.
      if let file = link.file, link.state != nil { unknown.append(snapshot.files[file]) }
    }
    return unknown
  }

  // MARK: By sound, path and names

  /// Matches what the ids have not.
  ///
  /// - Parameters:
  ///   - facts: Those of the unknown files.
  ///   - place: The place of a track by its index.
  mutating func matchFacts(
    _ facts: [FilePath: DeviceFileFacts], place: (Int) -> FilePath
  ) {
    snapshot.facts = facts
    matchChanged()
    for (file, claimed) in isClaimed.enumerated() where !claimed {
      let found = snapshot.files[file]
      unknownBySize[found.size, default: []].append(file)
      if let hash = snapshot.facts[found.path]?.audioHash {
        unknownByHash[hash, default: []].append(file)
      }
    }
    let isAnyUnknown = !unknownBySize.isEmpty
    // Renamed by hand since the last sync.
    if isAnyUnknown {
      rowsByPath = SyncMatching.indices(of: snapshot.contents.tracks.lazy.map(\.path))
      claimRows()
      for track in links.indices where links[track]?.state != nil { matchRenamed(track) }
      for position in orphans.indices where orphans[position].file == nil {
        let known = state.tracks[orphans[position].state]
        guard let file = changed(known) ?? renamed(known) else { continue }
        // What others have replaced is to go: another file of the same sound is the user's.
        guard
          known.track != SyncedTrack.nobody
            || snapshot.abilities.isUnchanged(snapshot.files[file], since: known.file)
        else { continue }
        orphans[position].file = claim(file)
      }
      for id in library.chosen { if let track = index[id] { matchUnknown(track, place) } }
    }
  }

  private mutating func claimRows() {
    isRowClaimed = Array(repeating: false, count: snapshot.contents.tracks.count)
    for case let row? in links.lazy.map({ $0?.row }) { isRowClaimed[row] = true }
    for (number, _) in orphans {
      if let row = rowsByID[state.tracks[number].uuid] { isRowClaimed[row] = true }
    }
  }

  /// A file in the place of a known one that has the same sound is that one with other tags; one that
  /// has the sound of another track is that track's. One with a sound that the library does not have
  /// is none of the library's where the device's database has no row of the track any more either.
  private mutating func matchChanged() {
    var sounds: Set<Int64>?
    for track in links.indices {
      guard let link = links[track], link.match == .changed, let file = link.file else { continue }
      let facts = snapshot.facts[snapshot.files[file].path]
      if isSameSound(facts, library.tracks[track], link.state) {
        links[track]?.match = .found
        continue
      }
      guard let sound = facts?.audioHash else { continue }
      let known = sounds ?? Set(library.tracks.lazy.compactMap(\.audioHash))
      sounds = known
      guard known.contains(sound) || isRowGone(link) else { continue }
      isClaimed[file] = false
      links[track]?.file = nil
      links[track]?.match = .none
    }
  }

  /// Whether a row of the device's database was removed there since the last sync.
  private func isRowGone(_ link: TrackLink) -> Bool {
    link.row == nil && link.state.map { state.tracks[$0].status == .synced } ?? false
  }

  /// Whether facts prove that a file is a track.
  private func isSameSound(
    _ facts: DeviceFileFacts?, _ track: SyncTrack, _ known: Int?
  ) -> Bool {
    guard let facts else { return false }
    let isConverted = known.map { state.tracks[$0].conversion != nil } ?? false
    if !isConverted, let theirs = facts.audioHash, let ours = track.audioHash {
      return theirs == ours
    }
    guard let title = track.title, let theirs = facts.title, isSameDuration(facts, track) else {
      return false
    }
    return NameFolding.folded(title) == NameFolding.folded(theirs)
      && NameFolding.folded(track.artist ?? "") == NameFolding.folded(facts.artist ?? "")
  }

  private func isSameDuration(_ facts: DeviceFileFacts?, _ track: SyncTrack) -> Bool {
    guard let duration = facts?.duration, track.duration > 0 else { return false }
    return abs(duration - track.duration) <= 1
  }

  /// The file of a row of the state with other tags, where it was or where the device's row says.
  private func changed(_ known: SyncedTrack) -> Int? {
    guard known.conversion == nil, let hash = known.audioHash else { return nil }
    let row = rowsByID[known.uuid].map { snapshot.contents.tracks[$0].path }
    for path in [known.file.path, row].compactMap(\.self) {
      if let file = files[path], !isClaimed[file], snapshot.facts[path]?.audioHash == hash {
        return file
      }
    }
    return nil
  }

  /// The file of a row of the state under another name, where there is only one.
  private func renamed(_ known: SyncedTrack) -> Int? {
    if known.conversion == nil, let hash = known.audioHash {
      let found = (unknownByHash[hash] ?? []).filter { !isClaimed[$0] }
      if found.count == 1 { return found[0] }
    }
    // A rename keeps size and time.
    let found = (unknownBySize[known.file.size] ?? []).filter { file in
      !isClaimed[file]
        && snapshot.abilities.isUnchanged(snapshot.files[file], since: known.file)
    }
    guard found.count == 1, let file = found.first else { return nil }
    if known.conversion == nil, let ours = known.audioHash,
      let theirs = snapshot.facts[snapshot.files[file].path]?.audioHash, ours != theirs
    {
      return nil
    }
    return file
  }

  private mutating func matchRenamed(_ track: Int) {
    guard var link = links[track], let number = link.state, link.file == nil,
      let file = renamed(state.tracks[number]), let file = claim(file)
    else { return }
    link.file = file
    link.match = .found
    links[track] = link
  }

  /// A track of which the device has no known file.
  private mutating func matchUnknown(_ track: Int, _ place: (Int) -> FilePath) {
    guard links[track]?.file == nil else { return }
    let wanted = library.tracks[track]
    let desired = place(track)
    switch unknownFile(of: wanted, desired) {
    case .none: break
    case .some(let file?):
      isClaimed[file] = true
      var link = links[track] ?? TrackLink(uuid: wanted.uuid)
      // A row that names the file may be that of another track whose file had the name before.
      if link.row == nil, let row = rowsByPath[snapshot.files[file].path], !isRowClaimed[row] {
        isRowClaimed[row] = true
        link.row = row
        link.uuid = snapshot.contents.tracks[row].id
      }
      link.file = file
      link.match = .found
      links[track] = link
    case .some(nil):
      var link = links[track] ?? TrackLink(uuid: wanted.uuid)
      link.match = .ambiguous
      links[track] = link
    }
  }

  /// Nil without any; a nil inside for several.
  private func unknownFile(of track: SyncTrack, _ place: FilePath) -> Int?? {
    if let hash = track.audioHash {
      let found = (unknownByHash[hash] ?? []).filter { !isClaimed[$0] }
      if !found.isEmpty { return .some(single(found, place)) }
    }
    // By path, where nothing speaks against it and either size or sound speaks for it.
    if let file = files[place], !isClaimed[file], !contradicts(file, track) {
      let facts = snapshot.facts[place]
      if snapshot.files[file].size == track.file.size || isSameDuration(facts, track) {
        return .some(file)
      }
    }
    let found = (unknownBySize[track.file.size] ?? []).filter { file in
      !isClaimed[file] && !contradicts(file, track) && hasNames(file, of: track)
    }
    return found.isEmpty ? .none : .some(single(found, place))
  }

  /// The only one of several, or the one that is where it should be or that the database knows.
  private func single(_ found: [Int], _ place: FilePath) -> Int? {
    if found.count == 1 { return found[0] }
    if let file = found.first(where: { snapshot.files[$0].path == place }) { return file }
    let rows = found.filter { rowsByPath[snapshot.files[$0].path] != nil }
    return rows.count == 1 ? rows[0] : nil
  }

  private func contradicts(_ file: Int, _ track: SyncTrack) -> Bool {
    guard let facts = snapshot.facts[snapshot.files[file].path] else { return false }
    if let ours = track.audioHash, let theirs = facts.audioHash, ours != theirs,
      snapshot.files[file].path.fileExtension == track.path.fileExtension
    {
      return true
    }
    guard let title = track.title, let theirs = facts.title else { return false }
    return NameFolding.folded(title) != NameFolding.folded(theirs)
  }

  /// Whether names and duration of the file, or of its row, are those of the track.
  private func hasNames(_ file: Int, of track: SyncTrack) -> Bool {
    let path = snapshot.files[file].path
    let row = rowsByPath[path].map { snapshot.contents.tracks[$0] }
    let facts =
      snapshot.facts[path]
      ?? row.map { DeviceFileFacts(title: $0.title, artist: $0.artist, duration: $0.duration) }
    guard let title = track.title, let theirs = facts?.title, isSameDuration(facts, track) else {
      return false
    }
    return NameFolding.folded(title) == NameFolding.folded(theirs)
      && NameFolding.folded(track.artist ?? "") == NameFolding.folded(facts?.artist ?? "")
  }
}

extension DeviceAbilities {
  /// Whether a file is as it was, as far as the file system tells: FAT keeps the time of a zone that
  /// the next computer may not have.
  func isUnchanged(_ file: DeviceFile, since known: DeviceFile) -> Bool {
    guard file.size == known.size else { return false }
    let (difference, overflow) = file.modified.subtractingReportingOverflow(known.modified)
    guard !overflow, difference != .min else { return false }
    // FAT's is the largest; a device that tells another hides changes.
    let step = min(max(1, timeStep), 2_000_000_000)
    if abs(difference) <= step { return true }
    guard names == .fat else { return false }
    let quarter: Int64 = 900 * 1_000_000_000
    let rest = abs(difference) % quarter
    return abs(difference) <= 104 * quarter + step && (rest <= step || quarter - rest <= step)
  }
}
