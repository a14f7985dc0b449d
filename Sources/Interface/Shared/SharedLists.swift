package import Music

/// The shared playlists on the screens, and the user's changes of them, as the program last told.
package struct SharedLists: Equatable, Sendable {
  /// A playlist, with the way from tracks to its entries.
  struct Opened: Equatable, Sendable {
    let contents: SharedContents
    private let indices: [TrackID: Int]
    /// Entries that were moved since the program told of the playlist, by their rows: a row has its
    /// new position a moment later.
    private let moved: [EntryID: String]

    init(_ contents: SharedContents, moved: [EntryID: String] = [:]) {
      (self.contents, self.moved) = (contents, moved)
      indices = Dictionary(
        contents.entries.enumerated().map { ($1.track, $0) },
        uniquingKeysWith: { first, _ in first })
    }

    /// The first entry with a track: the same is said of all of them.
    subscript(track: TrackID) -> SharedEntry? { indices[track].map { contents.entries[$0] } }

    /// The place of a row's entry; of several with its track, that of the nearest one.
    func index(of row: ListRow.Entry) -> Int? {
      if let id = moved[row.id] { return contents.entries.firstIndex { $0.id == id } }
      return contents.entries.indices.filter { contents.entries[$0].track == row.track.id }
        .min { abs($0 + 1 - row.position) < abs($1 + 1 - row.position) }
    }

    func moving(_ row: EntryID, from index: Int, to target: Int) -> Opened {
      var (contents, moved) = (contents, moved)
      let entry = contents.entries.remove(at: index)
      contents.entries.insert(entry, at: target)
      moved[row] = entry.id
      return Opened(contents, moved: moved)
    }
  }

  /// The contents of the playlists on the screens.
  private(set) var opened: [SharedPlaylistID: Opened] = [:]
  package internal(set) var changes: [SharedChange]?
  /// By playlist, the moves that show before they are stored.
  private var moves: [SharedPlaylistID: Int] = [:]
  /// By playlist, the first reading that has all moves that were stored.
  private var readings: [SharedPlaylistID: Int] = [:]
  /// The playlists that are known to be on screens.
  private(set) var shown = SharedShown()
  /// The same for the terminals besides the used one.
  var elsewhere = SharedShown()
  /// The playlist that was to open before they were listed.
  var wanted: Wanted?
  /// Words that could not be stored, for the next time that their line is opened.
  private var words: [SharedDraft: String] = [:]

  struct Wanted: Equatable, Sendable {
    var name: String
    /// The number of the terminal, and the count of its inputs then.
    var terminal: Int
    var inputs: Int
  }

  package init() {}

  // MARK: On the screen

  /// - Returns: The playlists that are new on a screen; nil where the same shows as before.
  mutating func show(_ new: SharedShown) -> Set<SharedPlaylistID>? {
    guard shown != new else { return nil }
    defer { shown = new }
    opened = opened.filter { new.playlists.contains($0.key) }
    return new.playlists.subtracting(shown.playlists)
  }

  mutating func receive(_ contents: SharedContents, reading: Int) {
    let id = contents.playlist.id
    // An answer may come after its playlist was left, or be older than a move that shows.
    guard shown.playlists.contains(id), moves[id] == nil, reading >= readings[id] ?? reading else {
      return
    }
    opened[id] = Opened(contents)
  }

  /// A move is stored; another reading follows.
  mutating func stored(_ id: SharedPlaylistID, reading: Int) {
    endMove(in: id)
    readings[id] = max(reading, readings[id] ?? reading)
  }

  /// A move that shows is stored, or was refused.
  mutating func endMove(in id: SharedPlaylistID) {
    moves[id] = moves[id].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// Moves an entry before the program tells of it, so that the next move starts there.
  ///
  /// - Returns: The entry before it; nil at the beginning.
  mutating func move(
    _ row: EntryID, from index: Int, to target: Int, in id: SharedPlaylistID
  ) -> String? {
    opened[id] = opened[id]?.moving(row, from: index, to: target)
    moves[id, default: 0] += 1
    return target > 0 ? opened[id]?.contents.entries[target - 1].id : nil
  }

  // MARK: Words

  mutating func keep(_ text: String, for draft: SharedDraft) { words[draft.withoutPlace] = text }

  mutating func takeWords(for draft: SharedDraft) -> String? {
    words.removeValue(forKey: draft.withoutPlace)
  }
}
