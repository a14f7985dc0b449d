import Music

/// A machine with playlists of one file each, and what it knows of the file of a sync folder.
///
/// Every edit has a number, which playlists carry in a title that no digest has: with it a test
/// knows what each copy was made from, whatever the versions say.
struct SyncMachine {
  /// A file, and the edits that its writer had seen.
  struct Written {
    var document = PlaylistDocument()
    var seen: Set<Int> = []

    var digest: String {
      var text = "\(document.seen.counters.sorted { $0.key < $1.key })"
      for list in document.playlists { text += "\(list.name ?? "") \(SyncMachine.text(of: list))," }
      return text
    }
  }

  /// What is kept in one transaction.
  struct Kept {
    var record: SyncRecord
    /// The edits that led to the contents of `record`, by key.
    var edits: [String: Set<Int>] = [:]
  }

  var lists: [DocumentPlaylist] = []
  var kept: Kept
  /// All edits that the machine has seen.
  var seen: Set<Int> = []
  var faults: [String] = []
  /// Whether there are edits to write.
  var isEdited = false

  init(_ name: String) {
    kept = Kept(record: SyncRecord(folder: "/s", machine: name, host: ""))
  }

  var document: PlaylistDocument { PlaylistDocument(items: lists.map { .playlist($0) }) }

  // MARK: Edits

  static func list(_ name: String, _ file: String, edit: Int = 0) -> DocumentPlaylist {
    var track = DocumentTrack(.file(FilePath("/a/\(file).flac")))
    track.title = "\(edit)"
    return DocumentPlaylist(name: name, tracks: [track])
  }

  static func text(of list: DocumentPlaylist) -> String {
    guard case .file(let path) = list.tracks.first?.location else { return "" }
    return path.stem
  }

  static func edits(of list: DocumentPlaylist) -> Set<Int> {
    let numbers = (list.tracks.first?.title ?? "").split(separator: ",").compactMap { Int($0) }
    // What a query found has none.
    return Set(numbers).subtracting([0])
  }

  mutating func set(_ name: String, _ file: String?, edit: Int = 0) {
    lists.removeAll { $0.name == name }
    seen.insert(edit)
    isEdited = true
    guard let file else { return }
    var list = SyncMachine.list(name, file, edit: edit)
    let key = SyncMerge.key(list)
    // An edit that is undone before anybody saw it is none.
    if kept.record.lists[key]?.contents == PlaylistDigest.list(list), let old = kept.edits[key] {
      list.tracks[0].title = SyncMachine.title(old)
    }
    lists.append(list)
  }

  mutating func setSmart(_ name: String, _ file: String?) {
    lists.removeAll { $0.name == name }
    var list = DocumentPlaylist(name: name)
    if let file { list = SyncMachine.list(name, file) }
    list.isSmart = true
    isEdited = true
    lists.append(list)
  }

  private static func title(_ edits: Set<Int>) -> String {
    edits.sorted().map { "\($0)" }.joined(separator: ",")
  }

  /// The names of the files of all playlists.
  var files: [String] { lists.map { SyncMachine.text(of: $0) }.sorted() }

  func file(_ name: String) -> String? {
    lists.first { $0.name == name }.map { SyncMachine.text(of: $0) }
  }

  // MARK: The file

  /// Writes the file, unless it has the same contents.
  mutating func write(over there: Written? = nil, fails: Bool = false) -> Written? {
    let same = kept.record.stamped(document)
    isEdited = fails
    if let there, there.document == same, !same.seen.isEmpty { return nil }
    let written = Written(document: kept.record.advance(document), seen: seen)
    for list in lists { kept.edits[SyncMerge.key(list)] = SyncMachine.edits(of: list) }
    guard !fails else { return nil }
    kept.record.wrote(written.document, digest: written.digest)
    return written
  }

  /// Takes a file over as an import does; returns whether the file has to be written.
  mutating func take(_ file: Written, isKilled: Bool = false, isSettled: Bool = true) -> Bool {
    guard file.digest != kept.record.file.digest else { return false }
    let merge = SyncMerge(file.document, into: document, record: kept.record)
    let before = lists
    lists.removeAll { merge.removed.contains($0.name ?? "") }
    let imported = Set(merge.document.playlists.map { SyncMerge.key($0) })
    lists.removeAll { imported.contains(SyncMerge.key($0)) }
    for var list in merge.document.playlists {
      (list.version, list.isSmart, list.isDamaged) = (VersionVector(), false, false)
      lists.append(list)
    }
    check(file, before)
    uniteEdits(with: file)
    isEdited = isEdited || isKilled || !isSettled || merge.contributes
    guard !isKilled else { return false }
    kept.record.took(
      file.document, merge, now: document, isSettled: isSettled, digest: file.digest)
    for (key, list) in Dictionary(
      lists.map { (SyncMerge.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    where kept.record.lists[key]?.contents == PlaylistDigest.list(list) {
      kept.edits[key] = SyncMachine.edits(of: list)
    }
    seen.formUnion(file.seen)
    return merge.contributes
  }

  /// Playlists of both sides with the same contents are the edits of both.
  private mutating func uniteEdits(with file: Written) {
    for list in file.document.playlists {
      guard
        let index = lists.firstIndex(where: {
          SyncMerge.key($0) == SyncMerge.key(list) && !$0.isSmart
            && SyncMachine.text(of: $0) == SyncMachine.text(of: list)
        }), !lists[index].tracks.isEmpty
      else { continue }
      let all = SyncMachine.edits(of: lists[index]).union(SyncMachine.edits(of: list))
      lists[index].tracks[0].title = SyncMachine.title(all)
    }
  }

  /// Notes each playlist that was lost: gone, although the writer who replaced or deleted it had
  /// not seen it; or not taken, although it was not seen here.
  private mutating func check(_ file: Written, _ before: [DocumentPlaylist]) {
    func holds(_ list: DocumentPlaylist) -> Bool {
      // A numbered copy is enough.
      let name = (list.name ?? "").prefix(2)
      return lists.contains {
        ($0.name ?? "").hasPrefix(name) && !$0.isSmart
          && SyncMachine.text(of: $0) == SyncMachine.text(of: list)
      }
    }
    for list in before where !list.isSmart && !holds(list) {
      let edits = SyncMachine.edits(of: list)
      if !edits.isEmpty, edits.isDisjoint(with: file.seen) {
        faults.append("\(list.name ?? "") \(edits) is gone, unseen by \(file.digest)")
      }
    }
    for list in before where list.isSmart {
      if !lists.contains(list) { faults.append("a smart playlist is gone") }
    }
    for list in file.document.playlists where !list.isSmart && !holds(list) {
      let edits = SyncMachine.edits(of: list)
      if !edits.isEmpty, edits.isDisjoint(with: seen) {
        faults.append("\(list.name ?? "") \(edits) was not taken from \(file.digest)")
      }
    }
  }
}
