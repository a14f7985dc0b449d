package import Music

/// The last groups of all visible tracks.
struct BuiltGroups {
  var albums: [GroupList.Numbers]?
  var genres: [GroupList.Numbers]?
  var folders: [GroupList.Numbers]?
  /// The folders of each opened folder.
  var inFolders: [FilePath: FolderList] = [:]
  static let maximumFolders = 16
}

extension Catalog {
  /// Artists by album credit, in order of name unless another order is requested.
  ///
  /// - Parameter among: The tracks that count, in all groups; nil for all visible ones.
  package func artists(
    sort: SortColumn = .artist, isDescending: Bool, among: TrackSet? = nil
  ) -> GroupList {
    let credits = columns.albumCredit
    var artists = Array(repeating: GroupList.Numbers(), count: credits.count)
    var first = Array(repeating: UInt32.max, count: credits.count)
    let (albumCredit, name) = (albums.albumCredit.values, albums.name.values)
    for (album, numbers) in albumNumbers(among).enumerated() where numbers.tracks > 0 {
      let artist = Int(albumCredit[album])
      if numbers.first < first[artist] {
        first[artist] = numbers.first
        artists[artist].name = numbers.name
      }
      artists[artist].tracks += numbers.tracks
      artists[artist].duration += numbers.duration
      artists[artist].albums += columns.album.isNone(Int(name[album])) ? 0 : 1
    }
    return GroupList(
      .artists, artists, sequence(sort, artists, by: credits, isDescending), names: credits)
  }

  /// Genres in order of name unless another order is requested.
  package func genres(
    sort: SortColumn = .artist, isDescending: Bool, among: TrackSet? = nil
  ) -> GroupList {
    let names = columns.genre
    let genres = genreNumbers(among)
    return GroupList(.genres, genres, sequence(sort, genres, by: names, isDescending), names: names)
  }

  /// All albums, or those of one artist: these oldest first, unless another order is requested.
  package func albums(
    of artist: String?, sort: SortColumn, isDescending: Bool, among: TrackSet? = nil
  ) -> GroupList {
    let numbers = albumNumbers(among)
    var order = albumSequence(
      sort, numbers, ofOneArtist: artist != nil, isDescending: isDescending, among)
    order.removeAll { numbers[Int($0)].tracks == 0 }
    if let artist {
      let albumCredit = columns.albumCredit.first(like: artist).map { columns.albumCredit.same[$0] }
      order.removeAll { albums.albumCredit[Int($0)] != albumCredit }
    }
    return GroupList(
      .albums, numbers, order, names: columns.albumCredit, albums: columns.album)
  }

  /// By album: its position in the order of all albums.
  func albumOrder(_ sort: SortColumn, ofOneArtist: Bool) -> [UInt32] {
    let order = albumSequence(
      sort, albumNumbers(nil), ofOneArtist: ofOneArtist, isDescending: false, nil)
    var places = Array(repeating: UInt32(0), count: albums.count)
    for (index, album) in order.enumerated() { places[Int(album)] = UInt32(index) }
    if ofOneArtist {
      // Of one artist the albums are by year; of all, artist comes first.
      let (albumCredit, ranks) = (albums.albumCredit.values, columns.albumCredit.ranks.values)
      let byArtist = RadixSort.sorted(Column(order)) { ranks[Int(albumCredit[$0])] }
      for (index, album) in byArtist.array.enumerated() { places[Int(album)] = UInt32(index) }
    }
    return places
  }

  // MARK: Orders

  private func sorted(
    _ groups: [GroupList.Numbers], by names: TrackColumns.Names, _ isDescending: Bool
  ) -> [UInt32] {
    let ranks = names.ranks.values
    let none = names.noneRank
    let there = Column(groups.indices.lazy.filter { groups[$0].tracks > 0 }.map { UInt32($0) })
    return RadixSort.sorted(there) { group in
      let rank = ranks[group]
      return rank == none ? .max : isDescending ? .max - 1 - rank : rank
    }.array
  }

  /// Groups equal in another order than that of names are by name in both directions.
  func sequence(
    _ sort: SortColumn, _ groups: [GroupList.Numbers], by names: TrackColumns.Names,
    _ isDescending: Bool
  ) -> [UInt32] {
    guard sort == .tracks || sort == .duration else {
      return sorted(groups, by: names, isDescending)
    }
    return RadixSort.sorted(Column(sorted(groups, by: names, false))) { group in
      let group = groups[group]
      let value = sort == .tracks ? group.tracks : UInt32(clamping: group.duration / 1000)
      return isDescending ? .max - value : value
    }.array
  }

  private func albumSequence(
    _ sort: SortColumn, _ numbers: [GroupList.Numbers], ofOneArtist: Bool, isDescending: Bool,
    _ among: TrackSet?
  ) -> [UInt32] {
    let (albumCredit, name) = (albums.albumCredit.values, albums.name.values)
    let (creditRanks, nameRanks) = (columns.albumCredit.ranks.values, columns.album.ranks.values)
    let nones = (columns.albumCredit.noneRank, columns.album.noneRank)
    var order = Column((0..<UInt32(albums.count)))
    func turned(_ value: UInt32, unknown: UInt32?, _ turns: Bool) -> UInt32 {
      value == unknown ? .max : turns ? .max - 1 - value : value
    }
    func byName(_ turns: Bool = false) {
      order = RadixSort.sorted(order) {
        turned(nameRanks[Int(name[$0])], unknown: nones.1, turns)
      }
    }
    func byArtist(_ turns: Bool = false) {
      order = RadixSort.sorted(order) {
        turned(creditRanks[Int(albumCredit[$0])], unknown: nones.0, turns)
      }
    }
    func by(unknown: UInt32? = nil, _ value: (Int) -> UInt32) {
      order = RadixSort.sorted(order) {
        turned(min(value($0), .max - 2), unknown: unknown, isDescending)
      }
    }
    switch sort {
    case .artist where ofOneArtist:
      byName()
      by(unknown: 0) { UInt32(numbers[$0].year) }
      order = RadixSort.sorted(order) { nameRanks[Int(name[$0])] == nones.1 ? 1 : 0 }
    case .artist:
      byName()
      byArtist(isDescending)
    case .year, .tracks, .duration, .added, .played, .plays, .rating:
      byName()
      byArtist()
      if sort == .year {
        by(unknown: 0) { UInt32(numbers[$0].year) }
      } else if sort == .tracks {
        by { numbers[$0].tracks }
      } else if sort == .duration {
        by { UInt32(clamping: numbers[$0].duration) }
      } else {
        let extras = albumExtras(sort, among)
        by { extras[$0] }
      }
    default:
      byArtist()
      byName(isDescending)
    }
    return order.array
  }

  // MARK: Totals

  func albumNumbers(_ among: TrackSet?) -> [GroupList.Numbers] {
    if among == nil, let known = derived.groups.albums { return known }
    var groups = numbers(of: albums.ofTrack, albums.count, among)
    let (albumCredit, album, year) = (
      columns.albumCredit.index.values, columns.album.index.values, columns.year.values
    )
    for index in groups.indices where groups[index].tracks > 0 {
      groups[index].name = albumCredit[Int(groups[index].first)]
      groups[index].album = album[Int(groups[index].first)]
    }
    let ofTrack = albums.ofTrack.values
    groups.withUnsafeMutableBufferPointer { groups in
      counted(among).forEach { track in
        let (album, year) = (Int(ofTrack[track]), year[track])
        // No year wraps to the greatest number, and back after the minimum.
        groups[album].year = min(groups[album].year &- 1, year &- 1) &+ 1
      }
    }
    if among == nil { derived.groups.albums = groups }
    return groups
  }

  func genreNumbers(_ among: TrackSet?) -> [GroupList.Numbers] {
    if among == nil, let known = derived.groups.genres { return known }
    let names = columns.genre
    let same = names.same.values
    let byName = numbers(of: names.index, names.count, among)
    var groups = Array(repeating: GroupList.Numbers(), count: names.count)
    for (name, numbers) in byName.enumerated() where numbers.tracks > 0 {
      let group = Int(same[name])
      if groups[group].tracks == 0 || numbers.first < groups[group].first {
        groups[group].first = numbers.first
        groups[group].name = UInt32(name)
      }
      groups[group].tracks += numbers.tracks
      groups[group].duration += numbers.duration
    }
    if among == nil { derived.groups.genres = groups }
    return groups
  }

  /// By folder, the totals of the tracks directly in it.
  func folderNumbers(_ among: TrackSet?) -> [GroupList.Numbers] {
    if among == nil, let known = derived.groups.folders { return known }
    let groups = numbers(of: columns.folder.index, columns.folder.count, among)
    if among == nil { derived.groups.folders = groups }
    return groups
  }

  private func numbers(of group: Column<UInt32>, _ count: Int, _ among: TrackSet?)
    -> [GroupList.Numbers]
  {
    var groups = Array(repeating: GroupList.Numbers(), count: count)
    let (group, duration) = (group.values, columns.duration.values)
    groups.withUnsafeMutableBufferPointer { groups in
      counted(among).forEach { track in
        let index = Int(group[track])
        if groups[index].tracks == 0 { groups[index].first = UInt32(track) }
        groups[index].tracks &+= 1
        groups[index].duration &+= UInt64(duration[track])
      }
    }
    return groups
  }

  private func albumExtras(_ sort: SortColumn, _ among: TrackSet?) -> [UInt32] {
    var extras = Array(repeating: UInt32(0), count: albums.count)
    let ofTrack = albums.ofTrack.values
    let (added, played, plays, rating) = (
      columns.added.values, columns.played.values, columns.plays.values, columns.rating.values
    )
    counted(among).forEach { track in
      let album = Int(ofTrack[track])
      switch sort {
      case .added: extras[album] = max(extras[album], added[track])
      case .played: extras[album] = max(extras[album], played[track])
      case .plays: extras[album] = extras[album] &+ plays[track]
      default: extras[album] = max(extras[album], UInt32(rating[track]))
      }
    }
    return extras
  }
}
