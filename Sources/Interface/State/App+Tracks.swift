import Music

// Facts of single tracks that have come.
extension App {
  mutating func receive(_ event: TrackEvent) -> [Effect] {
    switch event {
    case .loaded(let track, let entry): return take(track, of: entry)
    case .analysisLoaded(let track, let analysis, let waveform):
      take(analysis, waveform, of: track)
      return []
    case .infoLoaded(let info):
      show(info)
      return []
    case .soundLoaded(let id, let sound): return take(sound, of: id)
    case .faultNamed(let title, let reason):
      nameFault(title, reason)
      return []
    case .streamRefused(let track, let title, let reason):
      nameFault(title, reason)
      return leaveOut(track)
    }
  }

  private mutating func take(_ track: Track, of entry: EntryID?) -> [Effect] {
    // The pieces of one file differ by their entries only.
    let queued = QueuedTrack(track.id, entry: entry)
    let isNext = prepared?.queued == queued
    if isNext { upNext = track }
    guard asked.map({ $0.queued == queued }) ?? (player.item?.track == track.id) else {
      return isNext ? missingSound(of: track) : []
    }
    if playing?.id != track.id { cues = [] }
    playing = track
    if editsUnderWay == 0 { isPlayingEdited = false }
    loadSerial += 1
    cueSerial = loadSerial
    return [.load(.cues(track.id, serial: cueSerial))] + missingSound(of: track)
  }
}
