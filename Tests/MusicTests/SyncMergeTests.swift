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

  private func base(_ document: PlaylistDocument) -> SyncBase {
    SyncBase(written: document)
  }

  private func names(_ merge: SyncMerge) -> [String] {
    merge.document.playlists.map { $0.name ?? "" }
  }

  @Test("what one side changed is taken from it, and nothing else")
  func oneSided() {
    let old = document(list("One", ["a"]), list("Two", ["b"]), list("Three", ["c"]))
    let theirs = document(list("One", ["a", "x"]), list("Two", ["b"]), list("Three", ["c"]))
    let ours = document(list("One", ["a"]), list("Two", ["b", "y"]), list("Three", ["c"]))
    let merge = SyncMerge(theirs, into: ours, base: base(old))
    #expect(names(merge) == ["One"] && merge.removed.isEmpty && merge.doubled == 0)
    #expect(merge.contributes)
    #expect(!SyncMerge(theirs, into: old, base: base(old)).contributes)
  }

  @Test("the same playlist by other paths and extensions is no change")
  func spelling() {
    let ours = document(list("One", ["a"]))
    var other = list("one", ["a"], folder: "/mnt/music")
    other.name = "One"
    other.tracks[0].location = .file(FilePath("/mnt/music/A.wav"))
    other.tracks[0].bpm = 124
    let merge = SyncMerge(document(other), into: ours, base: nil)
    #expect(merge.isEmpty && !merge.contributes)
  }

  @Test("what both sides changed is kept twice, under a name that neither has")
  func both() {
    let old = document(list("One", ["a"]))
    let merge = SyncMerge(
      document(list("One", ["b"]), list("One 2", ["z"])), into: document(list("One", ["c"])),
      base: base(old))
    #expect(names(merge) == ["One 3", "One 2"] && merge.doubled == 1 && merge.contributes)
    // Without a common past, too.
    let first = SyncMerge(
      document(list("One", ["b"])), into: document(list("One", ["c"])), base: nil)
    #expect(names(first) == ["One 2"])
  }

  @Test("a playlist that one side deleted goes, unless the other changed it")
  func deleted() {
    let old = document(list("One", ["a"]), list("Two", ["b"]))
    let merge = SyncMerge(document(list("Two", ["b"])), into: old, base: base(old))
    #expect(merge.removed == ["One"] && names(merge).isEmpty && !merge.contributes)
    let changed = document(list("One", ["a", "x"]), list("Two", ["b"]))
    let kept = SyncMerge(document(list("Two", ["b"])), into: changed, base: base(old))
    #expect(kept.removed.isEmpty && kept.contributes)
    let ours = document(list("Two", ["b"]))
    #expect(SyncMerge(old, into: ours, base: base(old)).isEmpty)
    #expect(SyncMerge(old, into: ours, base: base(old)).contributes)
    #expect(names(SyncMerge(changed, into: ours, base: base(old))) == ["One"])
  }

  @Test("new cues and ratings come without the entries that have them")
  func marks() {
    let old = document(list("One", ["a", "b"]))
    var rated = list("One", ["a", "b"])
    rated.tracks[0].rating = Rating(stars: 4)
    let merge = SyncMerge(document(rated), into: old, base: base(old))
    #expect(merge.document.playlists.isEmpty && merge.document.collection.count == 1)
    #expect(!merge.contributes && !merge.isEmpty)
    #expect(SyncMerge(document(rated), into: old, base: base(document(rated))).isEmpty)
  }

  @Test("a smart playlist is not replaced, and folders come along only with something in them")
  func smart() {
    let theirs = PlaylistDocument(items: [
      .folder(name: "Box", [.playlist(list("Smart", ["a"])), .folder(name: "In", [])]),
      .folder(name: "Other", [.playlist(list("New", ["a"]))]),
    ])
    let merge = SyncMerge(
      theirs, into: document(list("Smart", ["q"])), smart: ["smart"], base: nil)
    #expect(
      merge.document.items == [.folder(name: "Other", [.playlist(list("New", ["a"]))])])
  }

  @Test("a file with problems replaces and deletes nothing")
  func problems() {
    let old = document(list("One", ["a", "b"]), list("Two", ["c"]))
    var theirs = document(list("One", ["a"]))
    theirs.problems = [DocumentProblem(line: 4, reason: "not a time")]
    let merge = SyncMerge(theirs, into: old, base: base(old))
    #expect(names(merge) == ["One 2"] && merge.removed.isEmpty && merge.contributes)
  }

  @Test("names that a library stores alike are one playlist, and none is without a name")
  func tidied() {
    let ours = document(list("One more", ["a"]))
    #expect(SyncMerge(document(list(" One\u{1}more\n", ["a"])), into: ours, base: nil).isEmpty)
    let merge = SyncMerge(document(list("\u{1} ", ["a"])), into: document(), base: nil)
    #expect(names(merge) == ["Untitled"])
  }
}
