package import Music

extension Catalog {
  /// The tracks of all groups in a list built from this catalog, group after group.
  ///
  /// - Parameter among: The tracks that count; nil for all.
  package func tracks(of groups: GroupList, among: TrackSet? = nil) -> TrackList {
    var places = Array(repeating: UInt32.max, count: groupCount(groups.kind))
    for (position, group) in groups.order.enumerated() where Int(group) < places.count {
      places[Int(group)] = UInt32(position)
    }
    switch groups.kind {
    case .albums:
      return byAlbum(tracks(in: albums.ofTrack, places, among), places)
    case .artists:
      let albumCredit = albums.albumCredit.values
      let ofAlbum = (0..<albums.count).map { places[Int(albumCredit[$0])] }
      let years = albumOrder(.artist, ofOneArtist: true)
      let order = Column((0..<UInt32(albums.count)))
      let byYear = RadixSort.sorted(order) { years[$0] }
      let sorted = RadixSort.sorted(byYear) { ofAlbum[$0] }
      var albumPositions = Array(repeating: UInt32(0), count: albums.count)
      for (position, album) in sorted.array.enumerated() {
        albumPositions[Int(album)] = UInt32(position)
      }
      return byAlbum(tracks(in: albums.ofTrack, ofAlbum, among), albumPositions)
    case .genres:
      let (index, same) = (columns.genre.index.values, columns.genre.same.values)
      let byName = (0..<columns.genre.count).map { places[Int(same[$0])] }
      let set = tracks(in: columns.genre.index, byName, among)
      let order = list(set, orders.artist)
      return list(RadixSort.sorted(order) { byName[Int(index[$0])] }, set)
    case .categories:
      let labels = columns.labels
      let byName = (0..<labels.category.count).map { places[Int(labels.category.same[$0])] }
      var set = categorised { byName[$0] != .max }
      set.formIntersection(counted(among))
      let byTrack = Column<UInt32>(repeating: .max, count: count)
      for row in 0..<labels.count {
        byTrack[Int(labels.tracks[row])] = byName[Int(labels.category.index[row])]
      }
      return list(RadixSort.sorted(list(set, orders.artist), by: byTrack), set)
    }
  }

  /// The tracks in some folders and below them, in natural path order.
  ///
  /// - Parameter among: The tracks that count; nil for all.
  package func tracks(below folders: [FilePath], among: TrackSet? = nil) -> TrackList {
    var isInside = Array(repeating: UInt32.max, count: columns.folder.count)
    for folder in folders {
      for index in columns.folder.places(below: folder) {
        let name = Int(columns.folder.sorted[index])
        if columns.folder.path(name).isInside(folder) { isInside[name] = 0 }
      }
    }
    let set = tracks(in: columns.folder.index, isInside, among)
    return list(list(set, orders.path), set)
  }

  private func groupCount(_ kind: GroupList.Kind) -> Int {
    switch kind {
    case .albums: albums.count
    case .artists: columns.albumCredit.count
    case .genres: columns.genre.count
    case .categories: columns.labels.category.count
    }
  }

  /// The visible tracks of groups that have a position.
  private func tracks(
    in group: Column<UInt32>, _ places: [UInt32], _ among: TrackSet?
  ) -> TrackSet {
    let group = group.values
    var set = places.withUnsafeBufferPointer { places in
      TrackSet(capacity: count) { places[Int(group[$0])] != .max }
    }
    set.formIntersection(counted(among))
    return set
  }
}
