internal import Music

/// Numbers for the entries of playlists on both sides: equal for a track and its id on the device.
struct ListKeys {
  private let matching: SyncMatching
  private let isThere: [Bool]
  /// By hash of the audio: the track of which the device has the file for all that share it.
  private var holders: [Int64: Int] = [:]
  /// By the row's index: that of the track, -1 for none.
  private var trackOfRow: [Int]
  /// By id on the device: the index of a track without a row.
  private var tracks: [DeviceTrackID: Int] = [:]
  /// Ids on the device that are no track of the library, and tracks that are gone from it.
  private var strangers: [DeviceTrackID: Int] = [:]
  private var gone: [TrackID: Int] = [:]
  /// By the stranger's number: its id; nil for a track that is gone.
  private var strangerIDs: [DeviceTrackID?] = []

  init(_ matching: SyncMatching, isThere: [Bool]) {
    self.matching = matching
    self.isThere = isThere
    trackOfRow = Array(repeating: -1, count: matching.snapshot.contents.tracks.count)
    // Without lists on either side but ours nobody asks for ids.
    let needsIDs =
      !matching.snapshot.contents.playlists.isEmpty || !matching.state.playlists.isEmpty
    for (track, link) in matching.links.enumerated() {
      guard let link else { continue }
      if let row = link.row {
        trackOfRow[row] = track
      } else if needsIDs {
        tracks[link.uuid] = track
      }
      if let sound = matching.library.tracks[track].audioHash,
        isThere[track] || holders[sound] == nil
      {
        holders[sound] = track
      }
    }
    // Tracks that are gone from the library are the same on both sides.
    for (number, _) in matching.orphans {
      let known = matching.state.tracks[number]
      if track(of: known.uuid) == nil, matching.index[known.track] == nil {
        strangers[known.uuid] = stranger(known.track)
      }
    }
    // Songs that the user has copied by hand and that no sync is to touch.
    var sounds: [Int64: Int]?
    guard !matching.snapshot.facts.isEmpty else { return }
    for (number, row) in matching.snapshot.contents.tracks.enumerated()
    where trackOfRow[number] < 0 && track(of: row.id) == nil {
      guard let sound = matching.snapshot.facts[row.path]?.audioHash else { continue }
      if sounds == nil {
        sounds = Dictionary(
          matching.library.tracks.enumerated().lazy.compactMap { index, track in
            track.audioHash.map { ($0, index) }
          }, uniquingKeysWith: { first, _ in first })
      }
      if let track = sounds?[sound] {
        trackOfRow[number] = track
        if holders[sound] == nil { holders[sound] = track }
      }
    }
  }

  private var count: Int { matching.library.tracks.count }

  /// The key of a track of the library; tracks of the same audio share that of the one that is there.
  mutating func key(_ id: TrackID) -> Int {
    matching.index[id].map { holder($0) } ?? stranger(id)
  }

  /// The key of an entry on the device.
  mutating func key(_ id: DeviceTrackID) -> Int { track(of: id).map { holder($0) } ?? stranger(id) }

  private func holder(_ track: Int) -> Int {
    if isThere[track] { return track }
    guard let sound = matching.library.tracks[track].audioHash else { return track }
    return holders[sound] ?? track
  }

  private func track(of id: DeviceTrackID) -> Int? {
    if let row = matching.rowsByID[id], trackOfRow[row] >= 0 { return trackOfRow[row] }
    return tracks.isEmpty ? nil : tracks[id]
  }

  private mutating func stranger(_ id: DeviceTrackID) -> Int {
    if let key = strangers[id] { return key }
    let key = newKey(id)
    strangers[id] = key
    return key
  }

  private mutating func stranger(_ track: TrackID) -> Int {
    if let key = gone[track] { return key }
    let key = newKey(nil)
    gone[track] = key
    return key
  }

  private mutating func newKey(_ id: DeviceTrackID?) -> Int {
    strangerIDs.append(id)
    return count + strangerIDs.count - 1
  }

  /// The track of a key; nil for a stranger.
  func track(_ key: Int) -> TrackID? {
    key < count ? matching.library.tracks[key].id : nil
  }

  /// The id on the device; nil for a track that is not there after the plan.
  func deviceID(_ key: Int) -> DeviceTrackID? {
    guard key < count else { return strangerIDs[key - count] }
    return isThere[key] ? matching.links[key]?.uuid : nil
  }

  /// Whether a song may be one that was copied by hand, which is named as the list there names it.
  func isByHand(_ key: Int) -> Bool {
    key < count && !isThere[key] && matching.links[key]?.state == nil
  }

  /// Whether the file of an id was removed from the device: it went from lists there by itself.
  func isRemoved(_ key: Int) -> Bool {
    guard key < count else { return false }
    return !isThere[key]
  }
}
