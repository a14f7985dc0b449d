package import Music

/// A track of a catalog, valid during exclusive access to that.
package struct CatalogTrack {
  fileprivate let catalog: Catalog
  fileprivate let ordinal: Int

  private var columns: TrackColumns { _read { yield catalog.columns } }

  package var id: Int64 { columns.id[ordinal] }
  /// Milliseconds; 0 where unknown.
  package var duration: Int64 { Int64(columns.duration[ordinal]) }
  package var isOffline: Bool { columns.flags[ordinal].contains(.offline) }
  /// Folded, as are the file's name and the artist.
  package var title: UnsafeBufferPointer<UInt8> { columns.title(ordinal) }
  package var fileName: UnsafeBufferPointer<UInt8> { columns.name(ordinal) }
  package var artist: UnsafeBufferPointer<UInt8> {
    columns.artist.folded[Int(columns.artist.index[ordinal])]
  }
  /// The index of the folder in the catalog.
  package var folder: Int { Int(columns.folder.index[ordinal]) }
  package var folderPath: FilePath { columns.folder.path(folder) }
}

extension Catalog {
  /// The visible tracks of a range of ordinals.
  package func visible(in ordinals: Range<Int>) -> some Sequence<CatalogTrack> {
    ordinals.lazy.filter { ordinal in
      self.columns.present[ordinal] && !self.columns.flags[ordinal].contains(.missing)
    }.map { CatalogTrack(catalog: self, ordinal: $0) }
  }

  /// The tracks of some roots that count, by the library's ids of these.
  package func tracks(ofRoots roots: Set<Int64>, among: TrackSet? = nil) -> TrackSet {
    let wanted = Set(roots.compactMap { UInt32(exactly: $0) })
    let root = columns.root.values
    var set = counted(among)
    set.formIntersection(TrackSet(capacity: count) { wanted.contains(root[$0]) })
    return set
  }

  /// The library's ids of some tracks.
  package func ids(of tracks: TrackSet) -> [Int64] {
    var ids: [Int64] = []
    ids.reserveCapacity(tracks.count)
    tracks.forEach { ids.append(columns.id[$0]) }
    return ids
  }
}
