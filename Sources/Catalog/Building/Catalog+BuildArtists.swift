internal import Music

/// The rules by which a build leaves tracks out.
package struct BuildExclusions: Sendable {
  /// The tracks to choose from; nil for all.
  package var among: TrackSet?
  /// Tracks played at this time, in Unix seconds, or later are left out; nil for none.
  package var heardSince: Int64?
  /// The tracks of each recording that is there several times, by their ids.
  package var recordings: [[Int64]]

  package init(among: TrackSet? = nil, heardSince: Int64? = nil, recordings: [[Int64]] = []) {
    (self.among, self.heardSince, self.recordings) = (among, heardSince, recordings)
  }
}

extension Catalog {
  /// Copies all present tracks for a build. Missing and faulty tracks, streams, books and other
  /// speech are never chosen from, and their plays count.
  package func gatherTracks(_ exclusions: BuildExclusions) -> GatheredTracks {
    GatheredTracks(columns, albums, exclusions)
  }
}

/// Tracks copied out of a catalog, of which `BuildArtists` are made while others use the catalog.
package struct GatheredTracks: @unchecked Sendable {
  // because texts of names are only appended to, any thread may read those that were there.

  private let artistNames: TrackColumns.Names
  private let creditNames: TrackColumns.Names
  private let heardSince: Int64?
  private let recordings: [[Int64]]
  private var tracks: [BuildTrack] = []
  private var titles: [UInt8] = []
  private var albumPlays: [(plays: UInt64, tracks: UInt64)]

  fileprivate init(_ columns: TrackColumns, _ albums: AlbumTable, _ exclusions: BuildExclusions) {
    (artistNames, creditNames) = (columns.artist, columns.albumCredit)
    (heardSince, recordings) = (exclusions.heardSince, exclusions.recordings)
    albumPlays = Array(repeating: (0, 0), count: albums.count)
    let isOfMusic = GatheredTracks.isOfMusic(columns)
    let (ids, flags, plays) = (columns.id.values, columns.flags.values, columns.plays.values)
    let (artist, credit) = (columns.artist.index.values, columns.albumCredit.index.values)
    let (folder, genre) = (columns.folder.index.values, columns.genre.index.values)
    let (ofTrack, duration, played) = (
      albums.ofTrack.values, columns.duration.values, columns.played.values
    )
    let (rating, reaction) = (columns.rating.values, columns.reaction.values)
    let (number, disc) = (columns.track.values, columns.disc.values)
    let isInAlbum = albums.name.values.map { !columns.album.isNone(Int($0)) }
    tracks.reserveCapacity(columns.present.count)
    columns.present.forEach { ordinal in
      let isChoosable =
        flags[ordinal].isDisjoint(with: [.missing, .faulty, .book])
        && exclusions.among?[ordinal] ?? true && isOfMusic.folder[Int(folder[ordinal])]
        && isOfMusic.genre[Int(genre[ordinal])]
        && !columns.name(ordinal).suffix(4).elementsEqual(".m4b".utf8)
      let start = titles.count
      titles.append(contentsOf: columns.title(ordinal))
      let album = ofTrack[ordinal]
      albumPlays[Int(album)].plays += UInt64(plays[ordinal])
      albumPlays[Int(album)].tracks += 1
      tracks.append(
        BuildTrack(
          id: ids[ordinal], artist: artist[ordinal], credit: credit[ordinal], album: album,
          isInAlbum: isInAlbum[Int(album)], title: start..<titles.count,
          duration: duration[ordinal], plays: plays[ordinal], played: played[ordinal],
          rating: rating[ordinal], reaction: reaction[ordinal], number: number[ordinal],
          disc: disc[ordinal], isOffline: flags[ordinal].contains(.offline), recording: nil,
          isChoosable: isChoosable))
    }
    withExtendedLifetime((columns, albums)) {}
  }

  /// By folder and by genre, whether the tracks are files of music.
  private static func isOfMusic(_ columns: TrackColumns) -> (folder: [Bool], genre: [Bool]) {
    let (folders, genres) = (columns.folder, columns.genre)
    return (
      (0..<folders.count).map { !folders.shown[$0].elementsEqual(FilePath.streams.bytes) },
      (0..<genres.count).map { !ListenSubject.isSpoken(genres.shown.string($0)) }
    )
  }

  private mutating func join() {
    for (recording, ids) in recordings.enumerated() {
      for id in ids {
        let index = TrackColumns.Names.partitionIndex(in: 0..<tracks.count) { tracks[$0].id < id }
        if index < tracks.count, tracks[index].id == id { tracks[index].recording = recording }
      }
    }
  }

  /// A recording was heard when any of its files was.
  private mutating func leaveOutHeard(_ since: Int64) {
    func isHeard(_ track: BuildTrack) -> Bool {
      track.played > 0 && Int64(track.played) >= since
    }
    let heard = Set(tracks.filter(isHeard).compactMap(\.recording))
    for index in tracks.indices {
      let track = tracks[index]
      if isHeard(track) || track.recording.map(heard.contains) ?? false {
        tracks[index].isChoosable = false
      }
    }
  }

  /// The artists with their sums, and their tracks artist after artist.
  package consuming func artists() -> BuildArtists {
    join()
    if let heardSince { leaveOutHeard(heardSince) }
    var names = ArtistParts(artistNames, creditNames, of: tracks)
    for index in tracks.indices {
      tracks[index].artists = names.parts(
        artist: tracks[index].artist, credit: tracks[index].credit)
    }
    let parts = names.all
    var artists = names.artists.map {
      BuildArtists.Artist(value: LibraryArtist(id: $0.key, name: $0.name), tracks: 0..<0)
    }
    var counts = [Int](repeating: 0, count: artists.count)
    for track in tracks {
      for part in parts[Int(track.artists)] { counts[part.artist] += 1 }
    }
    var next = 0
    for artist in artists.indices {
      artists[artist].tracks = next..<(next + counts[artist])
      counts[artist] = next
      next += artists[artist].tracks.count
    }
    var ofArtists = [TrackPart](repeating: TrackPart(track: 0, role: .other), count: next)
    for (index, track) in tracks.enumerated() {
      let isLoved = Reaction(rawValue: Int(track.reaction)) == .loved
      for part in parts[Int(track.artists)] {
        ofArtists[counts[part.artist]] = TrackPart(track: index, role: part.role)
        counts[part.artist] += 1
        if track.isChoosable { artists[part.artist].value.tracks += 1 }
        guard part.role == .lead else { continue }
        artists[part.artist].value.plays += Int(track.plays)
        artists[part.artist].played = max(artists[part.artist].played, Int64(track.played))
        if isLoved { artists[part.artist].loved += 1 }
      }
    }
    return BuildArtists(
      artists: artists, indexes: names.indexes,
      search: ArtistSearch(names.artists.map(\.key), same: names.indexes), tracks: tracks,
      titles: titles, parts: parts, tracksOfArtists: ofArtists, albumPlays: albumPlays)
  }
}
