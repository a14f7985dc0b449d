package import Music

/// Tracks in an order: an independent value, whatever becomes of its catalog.
package struct TrackList: @unchecked Sendable {
  // because nothing writes to the memory it shares with columns, any thread may read it.

  /// All ordinals in the order, or a selection for this list.
  private let order: Column<UInt32>
  /// The subset of the order in the list; nil for all.
  private let picked: LazySelection?
  private let ids: Column<Int64>
  package let count: Int
  /// Milliseconds.
  package let duration: UInt64

  package init() { self.init(Column(), ids: Column(), duration: 0) }

  init(_ tracks: Column<UInt32>, ids: Column<Int64>, duration: UInt64) {
    order = tracks
    picked = nil
    self.ids = ids
    count = tracks.count
    self.duration = duration
  }

  init(_ picked: LazySelection, ids: Column<Int64>, duration: UInt64) {
    order = picked.order
    self.picked = picked
    self.ids = ids
    count = picked.count
    self.duration = duration
  }

  var tracks: Column<UInt32> { picked?.all ?? order }

  package subscript(index: Int) -> TrackID { TrackID(ids[Int(tracks[index])]) }

  /// The ids of the tracks in a range of the list.
  package func ids(_ range: Range<Int>) -> [Int64] {
    let range = range.clamped(to: 0..<count)
    if let first = picked?.first(range.upperBound) {
      return first[range].map { ids[Int($0)] }
    }
    let tracks = tracks
    // An order from a damaged file may lack tracks, until that is detected.
    return range.clamped(to: 0..<tracks.count).map { ids[Int(tracks[$0])] }
  }

  /// The tracks that one thread looks up.
  private static let stretch = 65_536

  /// The ids of all tracks.
  package var all: [TrackID] {
    let (tracks, ids) = (tracks, ids)
    return withExtendedLifetime((tracks, ids)) {
      let (order, known) = (UnsafeBufferPointer(tracks.values), UnsafeBufferPointer(ids.values))
      // An order from a damaged file may lack tracks, until that is detected.
      let wanted = min(count, order.count)
      // Ids rise from track to track: those of a library that has lost none follow one another, and
      // need not be looked up.
      let first = known.first ?? 0
      let isDense = known.last == first &+ Int64(known.count) &- 1
      return Array(inLargePages: wanted) { found in
        Concurrently.perform((wanted + Self.stretch - 1) / Self.stretch) { part in
          for index in part * Self.stretch..<min(wanted, (part + 1) * Self.stretch) {
            let ordinal = Int(order[index])
            precondition(ordinal < known.count)
            let id = isDense ? first &+ Int64(ordinal) : known[ordinal]
            found.initializeElement(at: index, to: TrackID(id))
          }
        }
        return wanted
      }
    }
  }

  /// The ordinals of the tracks, if they belong to a catalog with these ids.
  func ordinals(among known: Column<Int64>) -> [UInt32]? {
    guard ids.count <= known.count, ids.values.elementsEqual(known.values[..<ids.count]) else {
      return nil
    }
    return tracks.array
  }

  /// The index of a track in the list.
  package func index(of track: TrackID) -> Int? {
    let known = ids.values
    let position = TrackColumns.Names.partitionIndex(in: 0..<known.count) {
      known[$0] < track.rawValue
    }
    guard position < known.count, known[position] == track.rawValue else { return nil }
    let tracks = tracks
    return withExtendedLifetime(tracks) {
      TrackList.index(of: UInt32(position), in: UnsafeBufferPointer(tracks.values))
    }
  }

  private static func index(of wanted: UInt32, in order: UnsafeBufferPointer<UInt32>) -> Int? {
    // A scan of 4 bytes per track is faster than maintaining an index.
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
  /// The tracks of a source in its order; none for playlists.
  ///
  /// - Parameter among: The tracks that count, parts of audiobooks too; nil for all music. Missing
  ///   tracks are in no list unless `includesMissing` says so.
  package func tracks(
    _ source: ListSource, sort: SortColumn, isDescending: Bool = false, among: TrackSet? = nil,
    includesMissing: Bool = false, variations: VariationFolding = .listed
  ) -> TrackList {
    guard let all = tracks(in: source) else { return TrackList() }
    // The set that is likely to be the smallest comes first: it stays as it is, and is not copied.
    var set = includesMissing ? among ?? columns.present : counted(among)
    if includesMissing { set.formIntersection(columns.present) }
    set.formIntersection(all)
    guard let folded = folded(set, variations) else {
      return tracks(set, of: source, sort: sort, isDescending: isDescending)
    }
    set.subtract(folded.hidden)
    return unfolded(tracks(set, of: source, sort: sort, isDescending: isDescending), folded)
  }

  /// The tracks of a set in the order of a source.
  private func tracks(
    _ set: TrackSet, of source: ListSource, sort: SortColumn, isDescending: Bool
  ) -> TrackList {
    switch source {
    case .artists, .artist: return byAlbum(set, albumOrder(.artist, ofOneArtist: true))
    case .albums: return byAlbum(set, albumOrder(.artist, ofOneArtist: false))
    case .album where sort == .artist || sort == .album: return byAlbum(set, nil)
    case .genres:
      let (index, ranks) = (columns.genre.index.values, columns.genre.ranks.values)
      let order = list(set, self.order(sort, isDescending: isDescending))
      return list(RadixSort.sorted(order) { ranks[Int(index[$0])] }, set)
    case .categories:
      let keys = columns.labels.keys(.category, isDescending: false, capacity: count)
      let order = list(set, self.order(sort, isDescending: isDescending))
      return list(RadixSort.sorted(order, by: keys), set)
    case .folder: return picked(set, order(.path, isDescending: false))
    default: return picked(set, order(sort, isDescending: isDescending))
    }
  }

  /// The tracks directly in a folder, in the order of its list.
  package func tracks(
    inFolder folder: FilePath, sort: SortColumn, isDescending: Bool, among: TrackSet? = nil,
    variations: VariationFolding = .listed
  ) -> TrackList {
    let bytes = folder.bytes
    var set = bytes.withUnsafeBufferPointer { bytes in
      self.set(columns.folder) { [folders = columns.folder] in
        Occurrence.isEqual(folders.shown[$0], bytes)
      }
    }
    set.formIntersection(counted(among))
    guard let folded = folded(set, variations) else {
      return tracks(set, sort: sort, isDescending: isDescending)
    }
    set.subtract(folded.hidden)
    return unfolded(tracks(set, sort: sort, isDescending: isDescending), folded)
  }

  /// Some tracks in the order of files in a folder's list.
  package func tracks(_ set: TrackSet, sort: SortColumn, isDescending: Bool) -> TrackList {
    let sort = sort == .artist ? SortColumn.path : sort
    return picked(set, order(sort, isDescending: isDescending))
  }

  /// The number of tracks in a set that exist, and their milliseconds.
  package func total(of set: TrackSet, includesMissing: Bool) -> (tracks: Int, time: UInt64) {
    var set = set
    set.formIntersection(includesMissing ? columns.present : existing)
    return (set.count, duration(of: set))
  }

  /// The number of visible tracks of a built-in list, and their milliseconds.
  package func total(of list: BuiltInList) -> (tracks: Int, time: UInt64) {
    if let known = derived.builtIn[list] { return known }
    // None of their queries refers to playlists, notes or ages.
    var set = columns.matching(list.query, now: 0, playlist: { _ in [] })
    set.subtract(books)
    let total = total(of: set, includesMissing: list.query.mentions(.missing))
    derived.builtIn[list] = total
    return total
  }

  // MARK: Sources

  private func tracks(in source: ListSource) -> TrackSet? {
    switch source {
    case .songs, .artists, .albums, .genres, .folder(nil): return columns.present
    case .artist(let name): return named(columns.albumCredit, name)
    case .genre(let name): return named(columns.genre, name)
    case .categories: return categorised()
    case .category(let name):
      let names = columns.labels.category
      guard let first = names.first(like: name) else { return TrackSet(capacity: count) }
      return categorised { names.ranks[$0] == names.ranks[first] }
    case .album(let key):
      guard let album = album(key) else { return TrackSet(capacity: count) }
      let ofTrack = albums.ofTrack.values
      return TrackSet(capacity: count) { Int(ofTrack[$0]) == album }
    case .folder(let path?):
      var isInside = Array(repeating: false, count: columns.folder.count)
      for index in columns.folder.places(below: path) {
        let name = Int(columns.folder.sorted[index])
        isInside[name] = columns.folder.path(name).isInside(path)
      }
      return set(columns.folder) { isInside[$0] }
    case .smart, .lists, .duplicates, .playlists, .playlist: return nil
    }
  }

  func album(_ key: AlbumKey) -> Int? {
    guard let albumCredit = columns.albumCredit.first(like: key.artist),
      let name = columns.album.first(like: key.name)
    else { return nil }
    return albums.album(credit: albumCredit, name: name)
  }

  private func named(_ names: TrackColumns.Names, _ name: String) -> TrackSet {
    guard let first = names.first(like: name) else { return TrackSet(capacity: count) }
    let rank = names.ranks[first]
    let ranks = names.ranks.values
    return set(names) { ranks[$0] == rank }
  }

  /// The tracks whose name satisfies a condition.
  private func set(_ names: TrackColumns.Names, where condition: (Int) -> Bool) -> TrackSet {
    let holds = (0..<names.count).map(condition)
    guard holds.contains(true) else { return TrackSet(capacity: count) }
    let index = names.index.values
    return holds.withUnsafeBufferPointer { holds in
      TrackSet(capacity: count) { holds[Int(index[$0])] }
    }
  }

  // MARK: Orders

  /// The tracks of a set in an order.
  func list(_ set: TrackSet, _ order: Column<UInt32>) -> Column<UInt32> {
    let wanted = set.count
    return wanted == order.count ? order : LazySelection.all(set, wanted, order)
  }

  func list(_ tracks: Column<UInt32>, _ set: TrackSet) -> TrackList {
    TrackList(tracks, ids: columns.id, duration: duration(of: set))
  }

  /// The same, evaluated lazily.
  private func picked(_ set: TrackSet, _ order: Column<UInt32>) -> TrackList {
    let wanted = set.count
    if wanted == order.count { return list(order, set) }
    return TrackList(
      LazySelection(set, count: wanted, in: order), ids: columns.id, duration: duration(of: set))
  }

  /// Milliseconds.
  private func duration(of set: TrackSet) -> UInt64 {
    if let known = derived.time(of: set) { return known }
    let visible = visible
    // For most of the visible tracks it is faster to subtract the others.
    guard set.count > visible.count / 2, set.isSubset(of: visible) else {
      return columns.duration.sum { set.words[$0] }
    }
    return visibleDuration - columns.duration.sum { visible.words[$0] & ~set.words[$0] }
  }

  /// Computes what all lists need, before the first of them.
  package func prepareLists() { _ = visibleDuration }

  /// The milliseconds of all visible tracks.
  private var visibleDuration: UInt64 {
    if let known = derived.visibleDuration { return known }
    let visible = visible
    let whole = columns.duration.sum { visible.words[$0] }
    derived.visibleDuration = whole
    return whole
  }

  /// Albums by their positions, the tracks of each by disc, number and path.
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
