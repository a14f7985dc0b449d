import Music
import Testing

/// Playlists of two machines, merged.
@Suite("Merging playlists of another machine")
struct SyncMergeTests {
  private func list(_ name: String, _ files: [String], folder: String = "/a") -> DocumentPlaylist {
    DocumentPlaylist(
      name: name, tracks: files.map { DocumentTrack(.file(FilePath("\(folder)/\($0).flac"))) })
  }

  private func document(_ playlists: DocumentPlaylist...) -> PlaylistDocument {
    PlaylistDocument(items: playlists.map { .playlist($0) })
  }

  /// The past of a machine that wrote a document, which the other one has seen.
  private func wrote(_ document: PlaylistDocument) -> SyncRecord {
    var record = SyncRecord(folder: "/s", machine: "1", host: "")
    record.wrote(record.advance(document), digest: "")
    return record
  }

  /// A document as the other machine writes it after that.
  private func edited(_ document: PlaylistDocument, _ old: PlaylistDocument) -> PlaylistDocument {
    var other = SyncRecord(folder: "/s", machine: "2", host: "")
    let first = wrote(old).stamped(old)
    let merge = SyncMerge(first, into: PlaylistDocument(), record: other)
    other.took(first, merge, now: old, isSettled: true, digest: "")
    return other.advance(document)
  }

  private func fresh() -> SyncRecord { SyncRecord(folder: "/s", machine: "1", host: "") }

  private func names(_ merge: SyncMerge) -> [String] {
    merge.document.playlists.map { $0.name ?? "" }
  }

  @Test("what one side changed is taken from it, and nothing else")
  func oneSided() {
    let old = document(list("One", ["a"]), list("Two", ["b"]), list("Three", ["c"]))
    let theirs = document(list("One", ["a", "x"]), list("Two", ["b"]), list("Three", ["c"]))
    let ours = document(list("One", ["a"]), list("Two", ["b", "y"]), list("Three", ["c"]))
    let merge = SyncMerge(edited(theirs, old), into: ours, record: wrote(old))
    #expect(names(merge) == ["One"] && merge.removed.isEmpty && merge.doubled == 0)
    #expect(merge.contributes)
    #expect(!SyncMerge(edited(theirs, old), into: old, record: wrote(old)).contributes)
  }

  @Test("a name in other case, other paths and extensions are no change, another folder's file is")
  func spelling() {
    let ours = document(list("One", ["a"], folder: "/x/Album"))
    var other = list("one", ["a"])
    other.tracks[0].location = .file(FilePath("/mnt/music/album/A.wav"))
    other.tracks[0].bpm = 124
    let merge = SyncMerge(edited(document(other), document()), into: ours, record: fresh())
    #expect(merge.isEmpty && !merge.contributes)
    other.tracks[0].location = .file(FilePath("/mnt/music/Live/a.wav"))
    let next = SyncMerge(edited(document(other), document()), into: ours, record: fresh())
    #expect(names(next) == ["one 2"] && next.doubled == 1)
  }

  @Test("what both sides changed is kept twice, under a name that neither has")
  func both() {
    let old = document(list("One", ["a"]))
    let merge = SyncMerge(
      edited(document(list("One", ["b"]), list("One 2", ["z"])), old),
      into: document(list("One", ["c"])), record: wrote(old))
    #expect(names(merge) == ["One 3", "One 2"] && merge.doubled == 1 && merge.contributes)
    // Without a common past, too; and a copy that an import left behind is enough.
    let theirs = edited(document(list("One", ["b"])), document())
    let first = SyncMerge(theirs, into: document(list("One", ["c"])), record: fresh())
    #expect(names(first) == ["One 2"])
    let again = SyncMerge(
      theirs, into: document(list("One", ["c"]), list("One 2", ["b"])), record: fresh())
    #expect(names(again).isEmpty && again.doubled == 0)
  }

  @Test("a playlist that one side deleted goes, unless the other changed it")
  func deleted() {
    let old = document(list("One", ["a"]), list("Two", ["b"]))
    let (two, past) = (document(list("Two", ["b"])), wrote(old))
    let merge = SyncMerge(edited(two, old), into: old, record: past)
    #expect(merge.removed == ["One"] && names(merge).isEmpty && !merge.contributes)
    let changed = document(list("One", ["a", "x"]), list("Two", ["b"]))
    let kept = SyncMerge(edited(two, old), into: changed, record: past)
    #expect(kept.removed.isEmpty && kept.contributes)
    let same = SyncMerge(past.stamped(old), into: two, record: past)
    #expect(same.isEmpty && same.contributes)
    #expect(names(SyncMerge(edited(changed, old), into: two, record: past)) == ["One"])
  }

  @Test("new cues and ratings come without the entries that have them")
  func marks() {
    let old = document(list("One", ["a", "b"]))
    var rated = list("One", ["a", "b"])
    rated.tracks[0].rating = Rating(stars: 4)
    var record = wrote(old)
    let theirs = edited(document(rated), old)
    let merge = SyncMerge(theirs, into: old, record: record)
    #expect(merge.document.playlists.isEmpty && merge.document.collection.count == 1)
    #expect(!merge.contributes && !merge.isEmpty)
    record.took(theirs, merge, now: old, isSettled: true, digest: "")
    #expect(SyncMerge(theirs, into: old, record: record).isEmpty)
  }

  @Test("a collection is taken over once")
  func collection() {
    let old = document(list("One", ["a"]))
    var theirs = edited(old, old)
    theirs.collection = list("", ["z"]).tracks
    var record = wrote(old)
    let merge = SyncMerge(theirs, into: old, record: record)
    #expect(merge.document.collection.count == 1)
    record.took(theirs, merge, now: old, isSettled: true, digest: "")
    #expect(SyncMerge(theirs, into: old, record: record).isEmpty)
  }

  @Test("a smart playlist stays, and what has its name is kept beside it")
  func smart() {
    var query = list("Smart", ["q"])
    query.isSmart = true
    let theirs = edited(
      PlaylistDocument(items: [
        .folder(name: "Box", [.playlist(list("Smart", ["a"])), .folder(name: "In", [])]),
        .folder(name: "Other", [.playlist(list("New", ["a"]))]),
      ]), document())
    let merge = SyncMerge(theirs, into: document(query), record: fresh())
    #expect(names(merge) == ["Smart 2", "New"] && merge.contributes)
    #expect(merge.document.items.count == 2)
    // What another query found is not: it would come back with each play.
    var other = query
    other.tracks = list("", ["z"]).tracks
    #expect(
      SyncMerge(edited(document(other), document()), into: document(query), record: fresh())
        .isEmpty)
  }

  @Test("a smart playlist without tracks, whose query may be unreadable, replaces nothing")
  func emptyQuery() {
    var query = list("Smart", [])
    query.isSmart = true
    let old = document(list("Smart", ["a"]))
    let merge = SyncMerge(edited(document(query), old), into: old, record: wrote(old))
    #expect(merge.isEmpty && merge.removed.isEmpty)
  }

  @Test("of a file with problems only damaged playlists are kept twice, and nothing is deleted")
  func problems() {
    let old = document(list("One", ["a"]), list("Two", ["c"]), list("Three", ["d"]))
    var theirs = edited(document(list("One", ["a", "x"]), list("Two", ["c", "y"])), old)
    theirs.problems = [DocumentProblem(line: 4, reason: "not a time")]
    theirs.update { $0.isDamaged = $0.name == "One" }
    var record = wrote(old)
    let merge = SyncMerge(theirs, into: old, record: record)
    #expect(names(merge) == ["One 2", "Two"] && merge.removed.isEmpty && merge.contributes)
    // The next file of the same writer has the same problem.
    let now = document(
      list("One", ["a"]), list("One 2", ["ax"]), list("Two", ["c", "y"]), list("Three", ["d"]))
    record.took(theirs, merge, now: now, isSettled: true, digest: "")
    #expect(SyncMerge(theirs, into: now, record: record).isEmpty)
  }

  @Test("names that a library stores alike are one playlist, and none is without a name")
  func tidied() {
    let ours = document(list("One more", ["a"]))
    let theirs = document(list(" One\u{1}more\n", ["a"]))
    #expect(SyncMerge(theirs, into: ours, record: fresh()).isEmpty)
    let merge = SyncMerge(document(list("\u{1} ", ["a"])), into: document(), record: fresh())
    #expect(names(merge) == ["Untitled"])
  }
}
