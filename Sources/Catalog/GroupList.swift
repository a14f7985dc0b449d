package import Music

/// Artists, albums, genres or categories in an order, with their totals: an independent value, whatever becomes
/// of its catalog.
package struct GroupList: @unchecked Sendable {
  // because nothing writes to the memory it shares with columns, any thread may read it.

  enum Kind { case artists, albums, genres, categories }

  /// The totals of a group.
  package struct Numbers: Sendable, Equatable {
    package var tracks: UInt32 = 0
    /// The earliest year of its tracks; 0 where none has one.
    package var year: UInt16 = 0
    /// Albums of an artist.
    package var albums: UInt32 = 0
    /// Milliseconds.
    package var duration: UInt64 = 0
    /// Its displayed names, which are those of its first track: the artist's or the genre's, and
    /// the album's.
    var name: UInt32 = 0
    var album: UInt32 = 0
    /// The ordinal of its first track.
    var first: UInt32 = 0
  }

  let kind: Kind
  let groups: [Numbers]
  /// Indices of groups.
  let order: [UInt32]
  let names: TrackColumns.Names
  let albums: TrackColumns.Names
  package let trackCount: Int
  /// Milliseconds.
  package let duration: UInt64

  init(
    _ kind: Kind, _ groups: [Numbers], _ order: [UInt32], names: TrackColumns.Names,
    albums: TrackColumns.Names = TrackColumns.Names()
  ) {
    self.kind = kind
    self.groups = groups
    self.order = order
    self.names = names
    self.albums = albums
    var (tracks, duration) = (0, UInt64(0))
    for group in order {
      tracks += Int(groups[Int(group)].tracks)
      duration += groups[Int(group)].duration
    }
    trackCount = tracks
    self.duration = duration
  }

  package var count: Int { order.count }

  package subscript(index: Int) -> Numbers { groups[Int(order[index])] }

  /// A group as a row of a list.
  package func row(_ index: Int) -> ListRow {
    let group = self[index]
    let name = names.shown.string(Int(group.name))
    switch kind {
    case .artists:
      return .artist(
        ListRow.Artist(
          name: name, albums: Int(group.albums), tracks: Int(group.tracks),
          duration: .milliseconds(Int64(clamping: group.duration))))
    case .genres:
      return .genre(
        ListRow.Genre(
          name: name, tracks: Int(group.tracks),
          duration: .milliseconds(Int64(clamping: group.duration))))
    case .categories:
      return .category(
        ListRow.Category(
          category: TrackCategory(rawValue: name), tracks: Int(group.tracks),
          duration: .milliseconds(Int64(clamping: group.duration))))
    case .albums:
      return .album(
        ListRow.Album(
          key: AlbumKey(artist: name, name: albums.shown.string(Int(group.album))),
          year: group.year == 0 ? nil : Int(group.year), tracks: Int(group.tracks),
          duration: .milliseconds(Int64(clamping: group.duration))))
    }
  }

  /// The index of a row in the list.
  package func index(of row: RowID) -> Int? {
    switch (kind, row) {
    case (.artists, .artist(let name)), (.genres, .genre(let name)),
      (.categories, .category(let name)):
      let name = Array(name.utf8)
      return order.firstIndex { isShown(names, groups[Int($0)].name, as: name) }
    case (.albums, .album(let key)):
      let (artist, name) = (Array(key.artist.utf8), Array(key.name.utf8))
      return order.firstIndex {
        let group = groups[Int($0)]
        return isShown(albums, group.album, as: name) && isShown(names, group.name, as: artist)
      }
    default: return nil
    }
  }

  private func isShown(_ names: TrackColumns.Names, _ name: UInt32, as text: [UInt8]) -> Bool {
    let shown = names.shown[Int(name)]
    return shown.count == text.count && shown.elementsEqual(text)
  }

  /// The groups whose folded names, and years where they have any, match a query of words.
  package func filtered(by names: TrackQuery) -> GroupList {
    switch names {
    case .everything: self
    case .word(let word): filtered(by: [word])
    case .all(let parts): parts.reduce(self) { $0.filtered(by: $1) }
    default:
      GroupList(
        kind, groups, order.filter { names.matches(names: folded($0)) }, names: self.names,
        albums: albums)
    }
  }

  private func folded(_ group: UInt32) -> String {
    let group = groups[Int(group)]
    let name = names.folded.string(Int(group.name))
    guard kind == .albums else { return name }
    let year = group.year == 0 ? "" : String(group.year)
    return "\(albums.folded.string(Int(group.album)))\n\(name)\n\(year)"
  }

  /// The groups whose names, and years where they have any, contain all of some folded words.
  package func filtered(by words: [String]) -> GroupList {
    var left = order
    for word in words {
      let inNames = occurrences(of: word, in: names)
      let inAlbums = kind == .albums ? occurrences(of: word, in: albums) : []
      let isNumber = word.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      var inYears: [UInt16: Bool] = [:]
      func isIn(year: UInt16) -> Bool {
        guard isNumber, year != 0 else { return false }
        if let known = inYears[year] { return known }
        let isIn = String(year).contains(word)
        inYears[year] = isIn
        return isIn
      }
      left.removeAll { group in
        let group = groups[Int(group)]
        if inNames[Int(group.name)] != 0 { return false }
        guard kind == .albums else { return true }
        return inAlbums[Int(group.album)] == 0 && !isIn(year: group.year)
      }
    }
    return GroupList(kind, groups, left, names: names, albums: albums)
  }

  /// One byte per name: 1 where it contains the word.
  private func occurrences(of word: String, in names: TrackColumns.Names) -> [UInt8] {
    guard !word.isEmpty else { return Array(repeating: 1, count: names.count) }
    return names.folded.hits(TextFinder(word)) ?? Array(repeating: 0, count: names.count)
  }
}
