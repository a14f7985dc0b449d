package import Music

extension Catalog {
  /// The numbers of its tracks that a library's statistics have.
  ///
  /// - Parameter count: The maximum number of genres, and of each kind of the most heard.
  /// - Returns: The statistics, and the ids of the most heard tracks with their plays.
  package func statistics(top count: Int)
    -> (LibraryStatistics, tracks: [(id: Int64, plays: Int)])
  {
    var statistics = LibraryStatistics()
    var (formats, decades) = (Sums(columns.format.count), Sums(1_000))
    var (artists, albumPlays) = (Sums(columns.artist.count), Sums(albums.count))
    let (durations, plays, years) = (
      columns.duration.values, columns.plays.values, columns.year.values
    )
    let (format, artist) = (columns.format.index.values, columns.artist.index.values)
    let (sameFormat, sameArtist) = (columns.format.same.values, columns.artist.same.values)
    let (flags, ratings, reactions) = (
      columns.flags.values, columns.rating.values, columns.reaction.values
    )
    let album = albums.ofTrack.values
    var (milliseconds, heard): (UInt64, UInt64) = (0, 0)
    var heardTracks: [(id: Int64, plays: Int)] = []
    let visible = visible
    visible.forEach { track in
      let duration = UInt64(durations[track])
      milliseconds &+= duration
      statistics.tracks += 1
      formats.add(Int(sameFormat[Int(format[track])]), duration, plays: 0)
      // A year has 16 bits, so a decade is below 6,554; later ones than 9,999 are mistakes.
      if years[track] > 0, years[track] < 10_000 {
        decades.add(Int(years[track]) / 10, duration, plays: 0)
      }
      if flags[track].contains(.offline) { statistics.offline += 1 }
      if flags[track].contains(.faulty) { statistics.faulty += 1 }
      if flags[track].contains(.analyzed) { statistics.analyzed += 1 }
      if ratings[track] > 0 { statistics.rated += 1 }
      if Reaction(rawValue: Int(reactions[track])) == .loved { statistics.loved += 1 }
      artists.add(Int(sameArtist[Int(artist[track])]), duration, plays: plays[track])
      albumPlays.add(Int(album[track]), duration, plays: plays[track])
      guard plays[track] > 0 else { return }
      statistics.played += 1
      heard &+= duration &* UInt64(plays[track])
      heardTracks.append((columns.id.values[track], Int(plays[track])))
    }
    statistics.duration = .milliseconds(Int64(clamping: milliseconds))
    statistics.heard = .milliseconds(Int64(clamping: heard))
    columns.present.forEach { if flags[$0].contains(.missing) { statistics.missing += 1 } }
    statistics.formats = formats.shares(named: columns.format, atMost: formats.count)
    statistics.decades = decades.decades
    statistics.artists = artists.tracks.indices.count {
      artists.tracks[$0] > 0 && !columns.artist.isNone($0)
    }
    statistics.albums = albums.count(where: albumPlays.tracks, in: columns)
    countGenres(&statistics, top: count)
    statistics.topArtists = artists.top(count) { !columns.artist.isNone($0) }.map { name in
      .init(columns.artist.text(of: name), plays: Int(artists.plays[name]))
    }
    let topAlbums = albumPlays.top(count) { !columns.album.isNone(Int(albums.name[$0])) }
    statistics.topAlbums = topAlbums.map { album in
      let (name, credit) = (Int(albums.name[album]), Int(albums.albumCredit[album]))
      return .init(
        columns.album.text(of: name), by: columns.albumCredit.text(of: credit),
        plays: Int(albumPlays.plays[album]))
    }
    heardTracks.sort { ($1.plays, $0.id) < ($0.plays, $1.id) }
    return (statistics, Array(heardTracks.prefix(count)))
  }

  private func countGenres(_ statistics: inout LibraryStatistics, top count: Int) {
    let names = columns.genre
    let groups = genreNumbers(nil).enumerated().filter {
      $0.element.tracks > 0 && !names.isNone($0.offset)
    }
    statistics.genres = groups.count
    statistics.topGenres =
      groups
      .sorted { ($1.element.tracks, $0.offset) < ($0.element.tracks, $1.offset) }
      .prefix(count)
      .map { name, group in
        .init(
          names.text(of: name), tracks: Int(group.tracks),
          duration: .milliseconds(Int64(clamping: group.duration)))
      }
  }
}

/// Tracks, their lengths and plays, by a name's index.
private struct Sums {
  var tracks: [Int]
  var durations: [UInt64]
  var plays: [UInt64]

  init(_ count: Int) {
    tracks = Array(repeating: 0, count: count)
    durations = Array(repeating: 0, count: count)
    plays = Array(repeating: 0, count: count)
  }

  var count: Int { tracks.count }

  mutating func add(_ index: Int, _ duration: UInt64, plays more: UInt32) {
    tracks[index] += 1
    durations[index] &+= duration
    plays[index] &+= UInt64(more)
  }

  /// The most plays first, of those that have plays and a name.
  func top(_ count: Int, where isNamed: (Int) -> Bool) -> [Int] {
    Array(
      plays.indices.filter { plays[$0] > 0 && isNamed($0) }
        .sorted { (plays[$1], $0) < (plays[$0], $1) }.prefix(count))
  }

  func shares(named names: TrackColumns.Names, atMost count: Int) -> [LibraryStatistics.Share] {
    tracks.indices.filter { tracks[$0] > 0 }
      .sorted { (tracks[$1], $0) < (tracks[$0], $1) }
      .prefix(count)
      .map { share($0, named: names.text(of: $0)) }
  }

  var decades: [LibraryStatistics.Share] {
    tracks.indices.filter { tracks[$0] > 0 }.map { share($0, named: "\($0 * 10)s") }
  }

  private func share(_ index: Int, named name: String) -> LibraryStatistics.Share {
    .init(
      name, tracks: tracks[index],
      duration: .milliseconds(Int64(clamping: durations[index])))
  }
}

extension AlbumTable {
  /// The albums that have tracks and a name.
  fileprivate func count(where tracks: [Int], in columns: TrackColumns) -> Int {
    tracks.indices.count { tracks[$0] > 0 && !columns.album.isNone(Int(name[$0])) }
  }
}

extension TrackColumns.Names {
  fileprivate func text(of name: Int) -> String { String(decoding: shown[name], as: UTF8.self) }
}
