extension PlayItem {
  /// Creates an item from a track, with the playback settings of its entry and its neighbours in
  /// the queue; the measured loudness applies where the file has none.
  package init(
    id: PlayID, track: Track, entry: EntryPlayback? = nil, neighbors: [Track] = [],
    measured: ReplayGain? = nil
  ) {
    let album = track.albumPosition
    self.init(
      id: id, source: track.source, duration: track.audio.duration, album: album,
      isAmongAlbum: album != nil && neighbors.contains { $0.albumPosition?.key == album?.key },
      measured: track.isStream ? nil : measured)
    // A stream has no parts, and no end for a crossfade.
    guard !track.isStream, let entry else { return }
    func bounded(_ time: Duration?) -> Duration? {
      time.map { min(EntryPlayback.latest, max(.zero, $0)) }
    }
    start = bounded(entry.start) ?? .zero
    end = bounded(entry.end).flatMap { $0 > start ? $0 : nil }
    crossfade = bounded(entry.crossfade).map { min(EntryPlayback.maximumCrossfade, $0) }
    if !entry.isVirtualTrack {
      // A mix keeps the points that were set for it.
      if end != nil, crossfade == nil { crossfade = .zero }
      hasOwnStart = entry.start != nil
    }
    let gain = entry.gain ?? 0
    self.gain =
      gain.isFinite
      ? min(EntryPlayback.gains.upperBound, max(EntryPlayback.gains.lowerBound, gain)) : 0
  }
}

extension Track {
  /// The track's position on its album; nil for a track of none.
  package var albumPosition: PlayItem.AlbumPosition? {
    guard let album = tags.album, !album.isEmpty else { return nil }
    let credit = albumCredit ?? tags.albumArtist ?? tags.artist ?? ""
    return PlayItem.AlbumPosition(
      key: SortKey.folded(credit) + "\0" + SortKey.folded(album), disc: tags.discNumber,
      track: tags.trackNumber)
  }
}
