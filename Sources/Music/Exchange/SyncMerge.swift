/// The merge of a file of playlists, which another machine wrote, into the library's own.
///
/// Three-way: a playlist that only one side has changed since the common ancestor is that side's,
/// one that both changed is kept twice, and one that one side deleted and the other left alone is
/// deleted. A file with problems may have lost something: it replaces and deletes nothing.
package struct SyncMerge: Equatable, Sendable {
  /// What is imported: playlists replace those of their names, and the collection has tracks of
  /// which only ratings and cues are taken over.
  package private(set) var document = PlaylistDocument()
  /// Names of playlists that the other side deleted.
  package private(set) var removed: [String] = []
  /// Playlists of `document` that both sides had changed.
  package private(set) var doubled = 0
  /// Whether the library has something that the file lacks.
  package private(set) var contributes = false
  private let isWhole: Bool

  /// - Parameters:
  ///   - smart: the keys of playlists that a query fills, which nothing replaces.
  ///   - base: the common ancestor; nil where they had nothing in common yet.
  package init(
    _ theirs: PlaylistDocument, into ours: PlaylistDocument, smart: Set<String> = [],
    base: SyncBase?
  ) {
    isWhole = theirs.problems.isEmpty
    let own = Dictionary(
      ours.playlists.map { (SyncMerge.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    var names = Set(own.keys).union(theirs.playlists.map { SyncMerge.key($0) })
    var seen: Set<String> = []
    let chosen = SyncMerge.items(theirs.items) { playlist in
      let key = SyncMerge.key(playlist)
      guard seen.insert(key).inserted, !smart.contains(key) else { return nil }
      return decide(playlist, own[key], base?.lists[key], &names)
    }
    document.items = chosen
    document.collection += theirs.collection.map { SyncMerge.marks(of: $0) }
    for (key, known) in base?.lists ?? [:] where !seen.contains(key) && !smart.contains(key) {
      guard let playlist = own[key] else { continue }
      if isWhole, PlaylistDigest.list(playlist) == known.ours {
        removed.append(playlist.name ?? "")
      } else {
        contributes = true
      }
    }
    removed.sort()
    if own.keys.contains(where: { !seen.contains($0) && base?.lists[$0] == nil }) {
      contributes = true
    }
  }

  package var isEmpty: Bool {
    document.playlists.isEmpty && document.collection.isEmpty && removed.isEmpty
  }

  /// Playlists of one key have one name in a library.
  package static func key(_ playlist: DocumentPlaylist) -> String {
    SortKey.folded(name(of: playlist))
  }

  /// The name that the playlist gets in a library.
  static func name(of playlist: DocumentPlaylist) -> String {
    playlist.name.flatMap { Playlist.tidied(name: $0) } ?? unnamed
  }

  private static let unnamed = "Untitled"

  /// The playlist to import, or nil.
  private mutating func decide(
    _ playlist: DocumentPlaylist, _ own: DocumentPlaylist?, _ known: SyncBase.List?,
    _ names: inout Set<String>
  ) -> DocumentPlaylist? {
    var playlist = playlist
    let theirs = PlaylistDigest.list(playlist)
    let isTheirs = known?.theirs != theirs
    playlist.name = SyncMerge.name(of: playlist)
    guard let own else {
      // Deleted here, and left alone there.
      if known != nil, !isTheirs {
        contributes = true
        return nil
      }
      return playlist
    }
    let ours = PlaylistDigest.list(own)
    let isOurs = known.map { $0.ours != ours } ?? true
    if ours != theirs, isTheirs, !isOurs, isWhole { return playlist }
    if ours != theirs, isTheirs {
      doubled += 1
      contributes = true
      playlist.name = SyncMerge.free(playlist.name ?? "", &names)
      return playlist
    }
    if ours != theirs, isOurs { contributes = true }
    if known?.marks != PlaylistDigest.marks(playlist) {
      document.collection += playlist.tracks.filter { !$0.cues.isEmpty || $0.rating != .none }
        .map { SyncMerge.marks(of: $0) }
    }
    return nil
  }

  /// A track without what belongs to its entry.
  private static func marks(of track: DocumentTrack) -> DocumentTrack {
    var track = track
    (track.notes, track.sound) = ("", EntryPlayback())
    return track
  }

  private static func free(_ name: String, _ names: inout Set<String>) -> String {
    var number = 2
    while true {
      let free = "\(name.prefix(180)) \(number)"
      if names.insert(SortKey.folded(free)).inserted { return free }
      number += 1
    }
  }

  /// The items with only the chosen playlists, and no empty folder.
  private static func items(
    _ items: [PlaylistDocument.Item], _ choose: (DocumentPlaylist) -> DocumentPlaylist?
  ) -> [PlaylistDocument.Item] {
    var chosen: [PlaylistDocument.Item] = []
    for item in items {
      switch item {
      case .playlist(let playlist):
        if let kept = choose(playlist) { chosen.append(.playlist(kept)) }
      case .folder(let name, let inner):
        let kept = SyncMerge.items(inner, choose)
        if !kept.isEmpty { chosen.append(.folder(name: name, kept)) }
      }
    }
    return chosen
  }
}
