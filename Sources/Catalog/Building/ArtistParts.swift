internal import Music

/// The artists that the tags of a catalog's tracks name, and their parts in tracks.
///
/// Names are taken apart once each, not once for each track.
struct ArtistParts {
  /// The artists by the order in which they were found.
  private(set) var artists: [(key: String, name: String)] = []
  private(set) var indexes: [String: Int] = [:]
  /// The different sets of parts.
  private(set) var all: [[ArtistPart]] = []
  /// By the name of an artist tag, and by the name of an album credit.
  private var ofArtist: [[ArtistPart]] = []
  private var ofCredit: [[ArtistPart]] = []
  /// The index in `all` by the two names.
  private var known: [UInt64: UInt32] = [:]
  private var last: (names: UInt64, parts: UInt32)?
  /// By artist: the most tracks that have its name in one spelling.
  private var mostTracks: [Int] = []

  init(
    _ artistNames: TrackColumns.Names, _ creditNames: TrackColumns.Names, of tracks: [BuildTrack]
  ) {
    let counts = Self.counts(artistNames, tracks, \.artist)
    let named = counts.indices.map { name in
      counts[name] > 0 && !artistNames.isNone(name)
        ? NamedArtists(artistNames.shown.string(name)) : nil
    }
    ofArtist = Array(repeating: [], count: named.count)
    for (name, named) in named.enumerated() {
      for lead in named?.leads ?? [] {
        guard let artist = add(lead, counts[name]) else { continue }
        Self.add(artist, .lead, to: &ofArtist[name])
      }
    }
    // All leads are known now: a pair of two of them is each of them, too.
    let leads = indexes
    for (name, named) in named.enumerated() {
      guard let named else { continue }
      for lead in named.leads {
        let pair = NamedArtists.parts(of: lead)
        guard pair.count > 1 else { continue }
        let single = pair.compactMap { leads[ArtistSearch.key($0)] }
        guard single.count == pair.count else { continue }
        for artist in single { Self.add(artist, .other, to: &ofArtist[name]) }
      }
      guard let guests = named.guests else { continue }
      let isOne = leads[ArtistSearch.key(guests)] != nil
      for guest in isOne ? [guests] : NamedArtists.parts(of: guests) {
        guard let artist = add(guest, counts[name]) else { continue }
        Self.add(artist, .other, to: &ofArtist[name])
      }
    }
    for (name, count) in Self.counts(creditNames, tracks, \.credit).enumerated() {
      ofCredit.append([])
      guard count > 0, !creditNames.isNone(name) else { continue }
      for lead in NamedArtists(creditNames.shown.string(name)).leads {
        guard let artist = add(lead, count) else { continue }
        Self.add(artist, .other, to: &ofCredit[name])
      }
    }
  }

  /// The index of the parts that artists have in tracks with these names.
  mutating func parts(artist: UInt32, credit: UInt32) -> UInt32 {
    let names = UInt64(artist) << 32 | UInt64(credit)
    // Tracks come album by album.
    if let last, last.names == names { return last.parts }
    let parts: UInt32
    if let found = known[names] {
      parts = found
    } else {
      var made = ofArtist[Int(artist)]
      for part in ofCredit[Int(credit)] { Self.add(part.artist, .other, to: &made) }
      parts = UInt32(all.count)
      all.append(made)
      known[names] = parts
    }
    last = (names, parts)
    return parts
  }

  /// By name, the tracks that have it.
  private static func counts(
    _ names: TrackColumns.Names, _ tracks: [BuildTrack], _ name: (BuildTrack) -> UInt32
  ) -> [Int] {
    var counts = Array(repeating: 0, count: names.count)
    for track in tracks { counts[Int(name(track))] += 1 }
    return counts
  }

  /// Adds a part to others, unless the artist has one already.
  private static func add(_ artist: Int, _ role: ArtistPart.Role, to parts: inout [ArtistPart]) {
    // A tag of 10,000 names must not be compared with itself.
    guard parts.count < maximumParts, !parts.contains(where: { $0.artist == artist }) else {
      return
    }
    parts.append(ArtistPart(artist: artist, role: role))
  }

  /// The most artists of one track that count.
  private static let maximumParts = 64

  /// The index of an artist, who is new or known; nil for an empty name.
  private mutating func add(_ name: String, _ tracks: Int) -> Int? {
    let key = ArtistSearch.key(name)
    guard !key.isEmpty else { return nil }
    guard let known = indexes[key] else {
      indexes[key] = artists.count
      artists.append((key, name))
      mostTracks.append(tracks)
      return artists.count - 1
    }
    if tracks > mostTracks[known] {
      mostTracks[known] = tracks
      artists[known].name = name
    }
    return known
  }
}
