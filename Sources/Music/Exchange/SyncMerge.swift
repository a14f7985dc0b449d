/// The merge of a file of playlists, which another machine wrote, into the library's own.
///
/// A playlist whose version follows from that of the other side replaces it, one that both sides
/// changed apart is kept twice, and one that is gone from a side that had seen it is deleted.
/// Playlists that could not be read whole replace nothing, and their files delete nothing.
package struct SyncMerge: Equatable, Sendable {
  /// What becomes of a playlist's version.
  package enum Change: Equatable, Sendable {
    /// The library's contents, by their digest, are this version.
    case same(VersionVector, contents: String)
    /// The contents of the file have replaced the library's.
    case taken(VersionVector)
    /// The library's contents, or those of an import, are an edit that follows from this version.
    case edited(VersionVector)
    case deleted
  }

  private enum Decision {
    case nothing, replace, double
  }

  /// What is imported: playlists replace those of their names, and the collection has tracks of
  /// which only ratings and cues are taken over.
  package private(set) var document = PlaylistDocument()
  /// Names of playlists that the other side deleted.
  package private(set) var removed: [String] = []
  /// Playlists of `document` that both sides had changed.
  package private(set) var doubled = 0
  /// Whether the library has something that the file lacks.
  package private(set) var contributes = false
  /// By `key`.
  package private(set) var changes: [String: Change] = [:]
  /// The keys of playlists that have the file's contents now.
  package private(set) var imported: Set<String> = []
  /// The digests of damaged playlists that are taken beside the library's own.
  package private(set) var damaged: [String: String] = [:]
  private let record: SyncRecord
  private let theirSeen: VersionVector
  private let own: [String: DocumentPlaylist]
  private let digests: [String: String]

  /// - Parameter record: what the library knows of the file.
  package init(_ theirs: PlaylistDocument, into ours: PlaylistDocument, record: SyncRecord) {
    self.record = record
    theirSeen = theirs.seen
    own = Dictionary(
      ours.playlists.map { (SyncMerge.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    digests = own.mapValues { PlaylistDigest.list($0) }
    var decisions: [String: Decision] = [:]
    for playlist in theirs.playlists {
      let key = SyncMerge.key(playlist)
      guard decisions[key] == nil else { continue }
      let decision = decide(playlist, key)
      decisions[key] = decision
      if case .replace = decision { imported.insert(key) }
    }
    deleteMissing(from: Set(decisions.keys), isWhole: theirs.problems.isEmpty)
    choose(theirs, &decisions)
    collectMarks(of: theirs)
    removed.sort()
  }

  package var isEmpty: Bool {
    document.playlists.isEmpty && document.collection.isEmpty && removed.isEmpty
  }

  /// Playlists of one key have one name in a library.
  package static func key(_ playlist: DocumentPlaylist) -> String {
    SortKey.folded(name(of: playlist))
  }

  /// The name that the playlist gets in a library.
  private static func name(of playlist: DocumentPlaylist) -> String {
    playlist.name.flatMap { Playlist.tidied(name: $0) } ?? unnamed
  }

  private static let unnamed = "Untitled"

  // MARK: Decisions

  private mutating func decide(_ playlist: DocumentPlaylist, _ key: String) -> Decision {
    let theirs = SyncedList(playlist, key, record, theirSeen)
    // What a query has found is no edit; without findings it may be a query that cannot be read.
    let isDerived = playlist.isSmart && !theirs.isByHand
    guard let ours = own[key], let digest = digests[key] else {
      return add(playlist, key, theirs, isDerived: isDerived)
    }
    let known = record.lists[key]
    let version = known?.version ?? VersionVector()
    let isEdited = known?.contents != digest
    if isDerived, ours.isSmart || playlist.tracks.isEmpty {
      let merged = version.merged(with: playlist.version)
      if ours.isSmart, !merged.isEmpty { changes[key] = .same(merged, contents: digest) }
      return .nothing
    }
    if digest == theirs.digest {
      meet(key, theirs, version, playlist.version, isEdited: isEdited)
      return .nothing
    }
    if theirs.isKnown(version) {
      if isEdited || version != playlist.version { contributes = true }
      return .nothing
    }
    if playlist.isDamaged {
      guard record.damaged[key] != theirs.digest else { return .nothing }
      damaged[key] = theirs.digest
      return .double
    }
    let merged = version.merged(with: playlist.version)
    if !ours.isSmart, theirs.follows(version, digest, isEdited: isEdited) {
      changes[key] = theirs.isEdit ? .edited(merged) : .taken(merged)
      if theirs.isEdit { contributes = true }
      return .replace
    }
    changes[key] = .edited(merged)
    contributes = true
    return isDerived ? .nothing : .double
  }

  /// A playlist that the library does not have.
  private mutating func add(
    _ playlist: DocumentPlaylist, _ key: String, _ theirs: SyncedList, isDerived: Bool
  ) -> Decision {
    if isDerived, playlist.tracks.isEmpty { return .nothing }
    if playlist.isDamaged, record.damaged[key] == theirs.digest { return .nothing }
    let version = record.lists[key]?.version ?? VersionVector()
    if theirs.isKnown(version.merged(with: record.seen)) {
      // Deleted here, and left alone there.
      changes[key] = .deleted
      contributes = true
      return .nothing
    }
    if playlist.isDamaged { damaged[key] = theirs.digest }
    changes[key] = theirs.isEdit ? .edited(playlist.version) : .taken(playlist.version)
    if theirs.isEdit { contributes = true }
    return .replace
  }

  /// The same contents on both sides.
  private mutating func meet(
    _ key: String, _ list: SyncedList, _ ours: VersionVector, _ theirs: VersionVector,
    isEdited: Bool
  ) {
    guard !theirSeen.isEmpty else { return }
    let digest = digests[key] ?? ""
    if list.isByHand, isEdited || ours != theirs {
      // The version in the file is that of other contents.
      changes[key] = .edited(ours.merged(with: theirs))
      contributes = true
    } else if !theirs.isEmpty, theirs.covers(ours) {
      changes[key] = .same(theirs, contents: digest)
    } else if ours.covers(theirs) {
      // An edit that led back to contents of the past is an edit.
      if isEdited || ours != theirs { contributes = true }
    } else {
      let merged = ours.merged(with: theirs)
      changes[key] = isEdited ? .edited(merged) : .same(merged, contents: digest)
      contributes = true
    }
  }

  /// Playlists of the library that the file does not have.
  private mutating func deleteMissing(from keys: Set<String>, isWhole: Bool) {
    for (key, playlist) in own where !keys.contains(key) {
      let (known, past) = (record.lists[key], record.plain[key])
      let wasSeen: Bool
      let isEdited: Bool
      if theirSeen.isEmpty {
        (wasSeen, isEdited) = (past != nil, past?.ours != digests[key])
      } else {
        wasSeen = known.map { !$0.version.isEmpty && theirSeen.covers($0.version) } ?? false
        isEdited = known?.contents != digests[key]
      }
      if wasSeen, playlist.isSmart { continue }
      if wasSeen, !isEdited, isWhole {
        removed.append(playlist.name ?? "")
        changes[key] = .deleted
      } else {
        contributes = true
      }
    }
  }

  // MARK: The import

  /// Chooses what is imported, with the folders around it.
  private mutating func choose(
    _ theirs: PlaylistDocument, _ decisions: inout [String: Decision]
  ) {
    var names = Set(own.keys).union(decisions.keys)
    var copies = Copies()
    for (key, playlist) in own where changes[key] != .deleted && !imported.contains(key) {
      if !playlist.isSmart { copies.insert(key, digests[key] ?? "") }
    }
    for playlist in theirs.playlists where imported.contains(SyncMerge.key(playlist)) {
      copies.insert(SyncMerge.key(playlist), PlaylistDigest.list(playlist))
    }
    var (waiting, count) = (decisions, 0)
    document.items = SyncMerge.items(theirs.items) { playlist in
      let key = SyncMerge.key(playlist)
      guard let decision = waiting.removeValue(forKey: key) else { return nil }
      var chosen = playlist
      chosen.name = SyncMerge.name(of: playlist)
      switch decision {
      case .nothing: return nil
      case .replace: return chosen
      case .double:
        // A copy may be there since an import whose record was lost with its process.
        guard copies.insert(key, PlaylistDigest.list(playlist)) else { return nil }
        chosen.name = SyncMerge.free(chosen.name ?? "", &names)
        count += 1
        return chosen
      }
    }
    doubled = count
    if count > 0 { contributes = true }
  }

  /// Marks and cues of playlists that are not imported, and of the collection.
  private mutating func collectMarks(of theirs: PlaylistDocument) {
    for playlist in theirs.playlists {
      let key = SyncMerge.key(playlist)
      guard own[key] != nil, !imported.contains(key),
        record.marks[key] != PlaylistDigest.marks(playlist.tracks)
      else { continue }
      document.collection += playlist.tracks.filter(\.isMarked).map { SyncMerge.marks(of: $0) }
    }
    if record.collectionMarks != PlaylistDigest.marks(theirs.collection) {
      document.collection += theirs.collection.map { SyncMerge.marks(of: $0) }
    }
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

/// A playlist of the file, beside what the library knows of it.
private struct SyncedList {
  let digest: String
  /// Edited, or added, without a version of its own.
  let isByHand: Bool
  private let version: VersionVector
  /// The playlist in the last file without versions; nil beside versions.
  private let past: SyncRecord.PlainList?
  private let isPlain: Bool

  init(
    _ playlist: DocumentPlaylist, _ key: String, _ record: SyncRecord, _ seen: VersionVector
  ) {
    let digest = PlaylistDigest.list(playlist)
    (self.digest, version, isPlain) = (digest, playlist.version, seen.isEmpty)
    past = isPlain ? record.plain[key] : nil
    // A program that writes new contents has seen a new version.
    isByHand =
      !isPlain && (version.isEmpty || seen == record.file.seen)
      && record.file.lists[key] != digest
  }

  /// Whether the contents become an edit of this machine.
  var isEdit: Bool { isPlain || isByHand }

  /// Whether the library has this version, or one that follows from it.
  func isKnown(_ ours: VersionVector) -> Bool {
    if isPlain { return past?.theirs == digest }
    return !isByHand && ours.covers(version)
  }

  /// Whether it follows from the library's version.
  func follows(_ ours: VersionVector, _ contents: String, isEdited: Bool) -> Bool {
    if isPlain { return past?.ours == contents }
    return version.covers(ours) && !isEdited
  }
}

/// The contents of playlists and their numbered copies.
private struct Copies {
  private var digests: [String: Set<String>] = [:]

  /// Whether they are new under that name, with whatever number.
  @discardableResult
  mutating func insert(_ key: String, _ digest: String) -> Bool {
    digests[String(Copies.family(key)), default: []].insert(digest).inserted
  }

  private static func family(_ key: String) -> Substring {
    var name = key[...]
    while let space = name.lastIndex(of: " "), space > name.startIndex,
      name[space...].dropFirst().allSatisfy(\.isNumber), name[space...].count > 1
    {
      name = name[..<space]
    }
    return name
  }
}
