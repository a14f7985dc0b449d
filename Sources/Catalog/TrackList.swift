package import Music

/// Tracks in an order: a value of its own, whatever becomes of the catalog it was made from.
package struct TrackList: @unchecked Sendable {
  // because nothing writes to what it holds of the columns, any thread may read it.

  /// Ordinals.
  let tracks: Column<UInt32>
  private let ids: Column<Int64>
  /// Milliseconds.
  package let duration: UInt64

  package init() {
    tracks = Column()
    ids = Column()
    duration = 0
  }

  init(_ tracks: Column<UInt32>, ids: Column<Int64>, duration: UInt64) {
    self.tracks = tracks
    self.ids = ids
    self.duration = duration
  }

  package var count: Int { tracks.count }

  package subscript(index: Int) -> TrackID { TrackID(ids[Int(tracks[index])]) }

  /// The numbers of the tracks in a range of the list.
  package func ids(_ range: Range<Int>) -> [Int64] {
    range.clamped(to: 0..<count).map { ids[Int(tracks[$0])] }
  }

  /// Where a track is in the list.
  package func index(of track: TrackID) -> Int? {
    let known = ids.values
    let place = TrackColumns.Names.place(in: 0..<known.count) { known[$0] < track.rawValue }
    guard place < known.count, known[place] == track.rawValue else { return nil }
    let wanted = UInt32(place)
    let order = tracks.values
    // Going through 4 bytes a track is quicker than anything that would have to be kept.
    var start = 0
    while start + 16 <= order.count {
      var isThere = false
      for offset in 0..<16 { isThere = order[start + offset] == wanted || isThere }
      if isThere { break }
      start += 16
    }
    return order[start...].firstIndex(of: wanted)
  }
}

extension Catalog {
  /// The tracks that a source stands for in the order it shows them; nothing for playlists.
  ///
  /// - Parameter among: Only these; nil for all. Tracks whose files are gone are in no list
  ///   unless `includesMissing` says so.
  package func tracks(
    _ source: ListSource, sort: SortColumn, isDescending: Bool = false, among: TrackSet? = nil,
    includesMissing: Bool = false
  ) -> TrackList {
    guard var set = tracks(in: source) else { return TrackList() }
    set.formIntersection(includesMissing ? columns.present : visible)
    if let among { set.formIntersection(among) }
    switch source {
    case .artists, .artist: return byAlbum(set, albumOrder(.artist, ofOneArtist: true))
    case .albums: return byAlbum(set, albumOrder(.artist, ofOneArtist: false))
    case .album where sort == .artist || sort == .album: return byAlbum(set, nil)
    case .genres:
      let (index, ranks) = (columns.genre.index.values, columns.genre.ranks.values)
      let order = list(set, self.order(sort, isDescending: isDescending))
      return list(RadixSort.sorted(order) { ranks[Int(index[$0])] }, set)
    case .folder: return list(list(set, order(.path, isDescending: false)), set)
    default: return list(list(set, order(sort, isDescending: isDescending)), set)
    }
  }

  /// The tracks directly in a folder, in the order that its list shows them.
  package func tracks(
    inFolder folder: FilePath, sort: SortColumn, isDescending: Bool, among: TrackSet? = nil
  ) -> TrackList {
    var set = self.set(columns.folder) { [folders = columns.folder] in
      folders.shown[$0].elementsEqual(folder.bytes)
    }
    set.formIntersection(visible)
    if let among { set.formIntersection(among) }
    return tracks(set, sort: sort, isDescending: isDescending)
  }

  /// Some tracks in the order in which a folder's list shows files.
  package func tracks(_ set: TrackSet, sort: SortColumn, isDescending: Bool) -> TrackList {
    let sort = sort == .artist ? SortColumn.path : sort
    return list(list(set, order(sort, isDescending: isDescending)), set)
  }

  // MARK: What is in a source

  private func tracks(in source: ListSource) -> TrackSet? {
    switch source {
    case .songs, .artists, .albums, .genres, .folder(nil): return columns.present
    case .artist(let name): return named(columns.credit, name)
    case .genre(let name): return named(columns.genre, name)
    case .album(let key):
      guard let album = album(key) else { return TrackSet(capacity: count) }
      let ofTrack = albums.ofTrack.values
      return TrackSet(capacity: count) { Int(ofTrack[$0]) == album }
    case .folder(let path?):
      var isInside = Array(repeating: false, count: columns.folder.count)
      for place in columns.folder.places(below: path) {
        let name = Int(columns.folder.sorted[place])
        isInside[name] = columns.folder.path(name).isInside(path)
      }
      return set(columns.folder) { isInside[$0] }
    case .smart, .lists, .duplicates, .playlists, .playlist: return nil
    }
  }

  func album(_ key: AlbumKey) -> Int? {
    guard let credit = columns.credit.first(like: key.artist),
      let name = columns.album.first(like: key.name)
    else { return nil }
    return albums.album(credit: credit, name: name)
  }

  private func named(_ names: TrackColumns.Names, _ name: String) -> TrackSet {
    guard let first = names.first(like: name) else { return TrackSet(capacity: count) }
    let rank = names.ranks[first]
    let ranks = names.ranks.values
    return set(names) { ranks[$0] == rank }
  }

  /// The tracks whose name a condition holds for.
  private func set(_ names: TrackColumns.Names, where condition: (Int) -> Bool) -> TrackSet {
    let holds = (0..<names.count).map(condition)
    let index = names.index.values
    return holds.withUnsafeBufferPointer { holds in
      TrackSet(capacity: count) { holds[Int(index[$0])] }
    }
  }

  // MARK: In order

  /// The tracks of a set as they are in an order.
  func list(_ set: TrackSet, _ order: Column<UInt32>) -> Column<UInt32> {
    let wanted = set.count
    if wanted == order.count { return order }
    return Column(capacity: order.count < wanted ? order.count : wanted + 1) { found in
      var count = 0
      set.words.withUnsafeBufferPointer { words in
        for track in order.values where count < wanted {
          found[count] = track
          count += Int(words[Int(track >> 6)] >> UInt64(track & 63) & 1)
        }
      }
      return count
    }
  }

  func list(_ tracks: Column<UInt32>, _ set: TrackSet) -> TrackList {
    let durations = columns.duration.values
    let isWhole = set == visible
    var duration = isWhole ? made.visibleDuration : nil
    if duration == nil {
      var sum: UInt64 = 0
      set.forEach { sum += UInt64(durations[$0]) }
      duration = sum
    }
    if isWhole { made.visibleDuration = duration }
    return TrackList(tracks, ids: columns.id, duration: duration ?? 0)
  }

  /// Album after album by their places, each by disc, number and path.
  func byAlbum(_ set: TrackSet, _ places: [UInt32]?) -> TrackList {
    let (track, disc) = (columns.track.values, columns.disc.values)
    var order = list(set, orders.path)
    order = RadixSort.sorted(order) { UInt32(track[$0]) }
    order = RadixSort.sorted(order) { UInt32(disc[$0]) }
    if let places {
      let ofTrack = albums.ofTrack.values
      order = places.withUnsafeBufferPointer { places in
        RadixSort.sorted(order) { places[Int(ofTrack[$0])] }
      }
    }
    return list(order, set)
  }
}
