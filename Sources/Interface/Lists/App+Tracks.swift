import Music

// Loaded facts of single tracks.
extension App {
  mutating func receive(_ event: TrackEvent) -> [Effect] {
    switch event {
    case .loaded(let track, let entry):
      following.receive(track, of: entry)
      return receive(track, of: entry)
    case .analysisLoaded(let track, let analysis, let waveform):
      receive(analysis, waveform, of: track)
      return []
    case .coverLoaded(let request, let cover):
      covers.receive(cover, for: request)
      return []
    case .coverDropped(let request):
      covers.drop(request)
      return []
    case .lyricsLoaded(let track, let found):
      lyrics.receive(found, of: track)
      return []
    case .infoLoaded(let info):
      show(info)
      return []
    case .entryPlaybackLoaded(let id, let sound): return playing.receive(sound, of: id)
    case .faultNamed(let title, let reason): return apply(playing.nameFault(title, reason))
    case .streamRefused(let track, let title, let reason):
      return apply(playing.nameFault(title, reason) + playing.remove(track))
    }
  }

  private mutating func loadMissingFacts(of track: Track) -> [Effect] {
    let current = playing.currentTracks
    return loadMissingAnalysis(of: track) + lyrics.missing(of: track, besides: current)
  }

  private mutating func receive(_ track: Track, of entry: EntryID?) -> [Effect] {
    let before = playing.track?.id
    switch playing.receive(track, of: entry) {
    case .none: return []
    case .next: return loadMissingFacts(of: track)
    case .current: break
    }
    if before != track.id { cueEditing.forgetCues() }
    edits.loadedPlaying()
    loadSerial += 1
    cueEditing.request(loadSerial)
    return [.load(.cues(track.id, serial: loadSerial))] + loadMissingFacts(of: track)
      + comparison.missing(of: track) + comments.missing(of: track)
  }
}
