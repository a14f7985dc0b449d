internal import Music

extension TrackColumns {
  /// What of a track's numbers lists are made by, other than marks.
  struct Facts: Equatable {
    var places: SIMD4<UInt32>
    var others: SIMD8<UInt32>
    /// How it sounds: no list but those in an order by it is made by that.
    var findings: SIMD8<UInt32>
  }

  func facts(_ place: Int) -> Facts {
    Facts(
      places: SIMD4(UInt32(disc[place]), UInt32(track[place]), duration[place], 0),
      others: SIMD8(
        UInt32(year[place]), added[place],
        UInt32(flags[place].intersection(.missing).rawValue), root[place],
        bitRate[place], sampleRate[place], 0, 0),
      findings: SIMD8(
        bpm[place].bitPattern, UInt32(key[place]), energyValue[place].bitPattern,
        UInt32(energy[place]), UInt32(UInt16(bitPattern: loudness[place])),
        UInt32(UInt8(bitPattern: tuning[place])),
        UInt32(flags[place].intersection([.analyzed, .unsteady]).rawValue), 0))
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
    energyValue.reserve(tracks)
    energy.reserve(tracks)
    loudness.reserve(tracks)
    tuning.reserve(tracks)
  }

  /// Puts all names in their places.
  ///
  /// - Parameter isMoved: Whether any track came, went or has another name than before.
  /// - Returns: The tracks whose names are in other places among the rest, nil for none.
  @discardableResult
  mutating func settleNames(isMoved: Bool) -> TrackSet? {
    // What takes longest comes first.
    var all = [folder, album, artist, credit, albumArtist, genre, format]
    var turned = [[Bool]](repeating: [], count: all.count)
    let present = present
    all.withUnsafeMutableBufferPointer { all in
      turned.withUnsafeMutableBufferPointer { turned in
        let (places, turned) = (all, turned)
        Concurrently.perform(places.count) {
          turned[$0] = places[$0].settle(present, isMoved: isMoved)
        }
      }
    }
    (folder, album, artist, credit) = (all[0], all[1], all[2], all[3])
    (albumArtist, genre, format) = (all[4], all[5], all[6])
    var tracks: TrackSet?
    for (names, turned) in zip(all, turned) where !turned.isEmpty {
      let (ofTrack, same) = (names.index.values, names.same.values)
      var some = TrackSet(capacity: count) { turned[Int(same[Int(ofTrack[$0])])] }
      some.formIntersection(present)
      if let others = tracks { some.formUnion(others) }
      tracks = some
    }
    return tracks
  }

  /// Room for one track more, and its numbers.
  mutating func append(_ numbers: CatalogNumbers) {
    id.append(numbers.id)
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
    energyValue.append(.nan)
    energy.append(0)
    loudness.append(.min)
    tuning.append(.min)
    set(numbers, at: count - 1)
  }

  /// All but the track's own number.
  func set(_ numbers: CatalogNumbers, at place: Int) {
    root[place] = UInt32(exactly: numbers.root) ?? 0
    duration[place] = UInt32(clamping: numbers.duration)
    year[place] = UInt16(clamping: numbers.year)
    bpm[place] = numbers.bpm > 0 && numbers.bpm < 1e6 ? Float(numbers.bpm) : 0
    key[place] = numbers.key?.number ?? 0
    track[place] = UInt16(clamping: numbers.track)
    disc[place] = UInt16(clamping: numbers.disc)
    rating[place] = UInt8(clamping: numbers.rating)
    reaction[place] = UInt8(clamping: numbers.reaction)
    plays[place] = UInt32(clamping: numbers.plays)
    played[place] = UInt32(clamping: numbers.played)
    added[place] = UInt32(clamping: numbers.added)
    modified[place] = UInt32(clamping: numbers.modified)
    bitRate[place] = UInt32(clamping: numbers.bitRate)
    sampleRate[place] = UInt32(clamping: numbers.sampleRate)
    flags[place] = numbers.flags
    energyValue[place] = numbers.energy.map { Float($0) } ?? .nan
    energy[place] = grade(of: energyValue[place])
    loudness[place] = TrackColumns.number(numbers.loudness, 100)
    tuning[place] = TrackColumns.number(numbers.tuning, 1)
  }

  private static func number<Value: FixedWidthInteger>(_ number: Double?, _ unit: Double) -> Value {
    guard let number, number.isFinite else { return .min }
    // The least stands for what is not known.
    return Value(min(max(number * unit, Double(Value.min) + 1), Double(Value.max)).rounded())
  }

  func grade(of value: Float) -> UInt8 {
    guard !energyGrades.isEmpty, !value.isNaN else { return 0 }
    return UInt8(clamping: 1 + energyGrades.count { $0 <= value })
  }
}
