internal import Music

extension TrackColumns {
  /// What of a track's numbers lists are made by, other than marks.
  struct Facts: Equatable {
    var places: SIMD4<UInt32>
    var others: SIMD8<UInt32>
  }

  func facts(_ place: Int) -> Facts {
    Facts(
      places: SIMD4(UInt32(disc[place]), UInt32(track[place]), duration[place], 0),
      others: SIMD8(
        UInt32(year[place]), bpm[place].bitPattern, UInt32(key[place]), added[place],
        UInt32(flags[place].intersection(.missing).rawValue), UInt32(root[place]),
        bitRate[place], sampleRate[place]))
  }

  /// Room that is not filled costs nothing: the system gives pages when they are written to.
  mutating func reserve(_ tracks: Int) {
    text.reserve(tracks, bytes: tracks * 80)
    title.reserve(tracks)
    id.reserve(tracks)
    artist.index.reserve(tracks)
    credit.index.reserve(tracks)
    albumArtist.index.reserve(tracks)
    album.index.reserve(tracks)
    genre.index.reserve(tracks)
    folder.index.reserve(tracks)
    format.index.reserve(tracks)
    root.reserve(tracks)
    duration.reserve(tracks)
    year.reserve(tracks)
    bpm.reserve(tracks)
    key.reserve(tracks)
    track.reserve(tracks)
    disc.reserve(tracks)
    rating.reserve(tracks)
    reaction.reserve(tracks)
    plays.reserve(tracks)
    played.reserve(tracks)
    added.reserve(tracks)
    modified.reserve(tracks)
    bitRate.reserve(tracks)
    sampleRate.reserve(tracks)
    flags.reserve(tracks)
  }

  mutating func settleNames() {
    artist.settle()
    credit.settle()
    albumArtist.settle()
    album.settle()
    genre.settle()
    folder.settle()
    format.settle()
  }

  /// Room for one track more, filled by `setNumbers`.
  mutating func appendNumbers(of row: CatalogRow) {
    root.append(0)
    duration.append(0)
    year.append(0)
    bpm.append(0)
    key.append(0)
    track.append(0)
    disc.append(0)
    rating.append(0)
    reaction.append(0)
    plays.append(0)
    played.append(0)
    added.append(0)
    modified.append(0)
    bitRate.append(0)
    sampleRate.append(0)
    flags.append([])
    setNumbers(of: row, at: count - 1)
  }

  func setNumbers(of row: CatalogRow, at place: Int) {
    root[place] = UInt16(exactly: row.root) ?? 0
    duration[place] = UInt32(clamping: row.duration)
    year[place] = UInt16(clamping: row.year)
    bpm[place] = row.bpm > 0 && row.bpm < 1e6 ? Float(row.bpm) : 0
    key[place] = row.key?.number ?? 0
    track[place] = UInt16(clamping: row.track)
    disc[place] = UInt16(clamping: row.disc)
    rating[place] = UInt8(clamping: row.rating)
    reaction[place] = UInt8(clamping: row.reaction)
    plays[place] = UInt32(clamping: row.plays)
    played[place] = UInt32(clamping: row.played)
    added[place] = UInt32(clamping: row.added)
    modified[place] = UInt32(clamping: row.modified)
    bitRate[place] = UInt32(clamping: row.bitRate)
    sampleRate[place] = UInt32(clamping: row.sampleRate)
    flags[place] = row.flags
  }
}
