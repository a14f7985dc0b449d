/// The albums of a catalog, and the album of each track.
///
/// An album is a name together with its album credit; its index never changes.
struct AlbumTable {
  /// The album of each track, by ordinal.
  var ofTrack = Column<UInt32>()
  /// By album: its names, each the first of those that sort alike.
  var albumCredit = Column<UInt32>()
  var name = Column<UInt32>()
  /// Open addressing: one more than an album's index; 0 for a free slot.
  private var slots: [UInt32] = []

  var count: Int { albumCredit.count }

  /// Updates the albums of some tracks.
  mutating func update(_ tracks: [UInt32], in columns: TrackColumns) {
    for track in tracks {
      let track = Int(track)
      let album = find(
        columns.albumCredit.same[Int(columns.albumCredit.index[track])],
        columns.album.same[Int(columns.album.index[track])])
      while ofTrack.count <= track { ofTrack.append(0) }
      ofTrack[track] = album
    }
  }

  /// Assigns the albums of all tracks, into an empty table.
  mutating func fill(_ columns: TrackColumns) {
    let (credits, names) = (columns.albumCredit, columns.album)
    ofTrack.reserve(columns.count)
    var last: (credit: UInt32, name: UInt32, album: UInt32)?
    for track in 0..<columns.count {
      let (albumCredit, name) = (credits.index[track], names.index[track])
      if last?.credit != albumCredit || last?.name != name {
        let album = find(credits.same[Int(albumCredit)], names.same[Int(name)])
        last = (albumCredit, name, album)
      }
      ofTrack.append(last?.album ?? 0)
    }
  }

  /// The album of a name and an album credit, if it exists.
  func album(credit wantedCredit: Int, name wantedName: Int) -> Int? {
    let (credits, names) = (albumCredit.values, name.values)
    return (0..<count).first {
      Int(credits[$0]) == wantedCredit && Int(names[$0]) == wantedName
    }
  }

  private mutating func find(_ wantedCredit: UInt32, _ wantedName: UInt32) -> UInt32 {
    if (count + 1) * 2 > slots.count { rebuild() }
    var slot = hashSlot(wantedCredit, wantedName)
    while slots[slot] != 0 {
      let album = Int(slots[slot] - 1)
      if albumCredit[album] == wantedCredit, name[album] == wantedName { return UInt32(album) }
      slot = (slot + 1) & (slots.count - 1)
    }
    albumCredit.append(wantedCredit)
    name.append(wantedName)
    slots[slot] = UInt32(count)
    return UInt32(count - 1)
  }

  private mutating func rebuild() {
    var size = 64
    while size < (count + 1) * 3 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for album in 0..<count {
      var slot = hashSlot(albumCredit[album], name[album])
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(album + 1)
    }
  }

  private func hashSlot(_ albumCredit: UInt32, _ name: UInt32) -> Int {
    let hash = (UInt64(albumCredit) << 32 | UInt64(name)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }
}
