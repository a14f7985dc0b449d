import Music
import Testing

/// Versions of a sync folder's file, and the common ancestors of merges.
@Suite("Versions of a sync folder's file")
struct SyncRecordTests {
  /// A machine: its playlists, and its record of the file.
  private struct Machine {
    var lists: [DocumentPlaylist] = []
    var record: SyncRecord

    init(_ name: String) { record = SyncRecord(folder: "/s", machine: name, host: "") }

    var document: PlaylistDocument {
      PlaylistDocument(items: lists.map { .playlist($0) }, seen: record.seen)
    }

    mutating func set(_ name: String, _ file: String?) {
      lists.removeAll { $0.name == name }
      guard let file else { return }
      let track = DocumentTrack(.file(FilePath("/a/\(file).flac")))
      lists.append(DocumentPlaylist(name: name, tracks: [track]))
    }

    /// The name of the file in a playlist.
    func file(_ name: String) -> String? {
      guard case .file(let path) = lists.first(where: { $0.name == name })?.tracks.first?.location
      else { return nil }
      return path.stem
    }

    /// The names of all files.
    var files: [String] { lists.compactMap { file($0.name ?? "") } }

    mutating func write() -> PlaylistDocument {
      record.seen.advance(record.machine)
      let written = document
      record.add(SyncBase(written: written))
      return written
    }

    /// Takes a file over as an import does; returns whether the file has to be written.
    mutating func take(_ file: PlaylistDocument) -> Bool {
      let base = record.base(of: file)
      let merge = SyncMerge(file, into: document, base: base)
      lists.removeAll { merge.removed.contains($0.name ?? "") }
      let imported = Set(merge.document.playlists.map { SyncMerge.key($0) })
      lists.removeAll { imported.contains(SyncMerge.key($0)) }
      lists += merge.document.playlists
      let isKnown = !file.seen.isEmpty && record.seen.covers(file.seen)
      if !isKnown {
        record.add(SyncBase(taken: file, into: document, imported: imported, after: base))
      }
      record.seen.merge(file.seen, except: record.machine)
      return merge.contributes || isKnown
    }
  }

  @Test("a file whose writer had not read the last one deletes and replaces nothing")
  func unread() {
    var (one, two) = (Machine("1"), Machine("2"))
    one.set("A", "a")
    one.set("B", "b")
    _ = two.take(one.write())
    one.set("N", "n")
    one.set("A", "a2")
    _ = one.write()
    // Away, the other machine writes what it has.
    two.set("B", "b2")
    let needsWriting = one.take(two.write())
    #expect(needsWriting && one.file("N") == "n" && one.file("A") == "a2")
    #expect(one.file("B") == "b2")
    _ = two.take(one.write())
    #expect(two.files.sorted() == one.files.sorted())
  }

  @Test("edits that were not written before a take-over are no common past")
  func unsent() {
    var (one, two) = (Machine("1"), Machine("2"))
    one.set("A", "a")
    _ = two.take(one.write())
    one.set("A", "mine")
    two.set("B", "b")
    // The take-over, and no write: the other goes on.
    let needsWriting = one.take(two.write())
    #expect(needsWriting)
    two.set("A", "theirs")
    _ = one.take(two.write())
    #expect(one.files.sorted() == ["b", "mine", "theirs"])
  }

  @Test("a file edited by hand is taken over, and becomes a version only with the next write")
  func byHand() {
    var one = Machine("1")
    one.set("A", "a")
    var file = one.write()
    file.items.append(.playlist(DocumentPlaylist(name: "N")))
    let needsStamp = one.take(file)
    #expect(needsStamp && one.lists.count == 2)
    // A writer that has seen the first text alone has not deleted the new playlist.
    var two = Machine("2")
    var first = file
    first.items.removeLast()
    _ = two.take(first)
    let needsWriting = one.take(two.write())
    #expect(needsWriting && one.lists.count == 2)
  }

  @Test("a writer that names no versions is compared with such a writer's last file")
  func nameless() {
    var one = Machine("1")
    one.set("A", "a")
    _ = one.write()
    var script = Machine("script")
    script.set("B", "b")
    _ = one.take(script.document)
    #expect(one.files == ["a", "b"])
    script.set("B", "b2")
    _ = one.take(script.document)
    #expect(one.files.sorted() == ["a", "b2"])
  }

  @Test("however many versions there were, a machine that was away for all of them finds the first")
  func away() {
    var (one, two) = (Machine("1"), Machine("2"))
    one.set("A", "a")
    _ = two.take(one.write())
    for number in 0..<200 {
      one.set("B", "b\(number)")
      _ = one.write()
    }
    two.set("A", nil)
    two.set("C", "c")
    _ = one.take(two.write())
    #expect(one.files.sorted() == ["b199", "c"])
  }

  @Test("two machines, at times away, come to rest with the same playlists and lose no edit")
  func converges() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var machines = [Machine("1"), Machine("2")]
      var file = PlaylistDocument()
      var version = 0
      var read = [0, 0]
      var made: Set<String> = []
      var replaced: Set<String> = []
      for step in 0..<30 {
        let side = Int.random(in: 0...1, using: &random)
        let name = "L\(Int.random(in: 0...3, using: &random))"
        if let old = machines[side].file(name) { replaced.insert(old) }
        machines[side].set(name, nil)
        if Int.random(in: 0..<5, using: &random) < 3 {
          machines[side].set(name, "t\(step)")
          made.insert("t\(step)")
        }
        // Without having read, or without writing.
        let isAway = step < 29 && Int.random(in: 0..<5, using: &random) < 2
        if isAway {
          guard Bool.random(using: &random) else { continue }
          (file, version) = (machines[side].write(), version + 1)
          read[side] = version
          continue
        }
        // The one that edited writes, after a merge; then both look until nobody writes.
        var writers = [side]
        var rounds = 0
        while let now = writers.popLast() {
          rounds += 1
          guard rounds < 12 else {
            Issue.record("they do not come to rest")
            break
          }
          if read[now] != version, !file.playlists.isEmpty {
            let needsWriting = machines[now].take(file)
            read[now] = version
            if rounds > 1, !needsWriting { continue }
          } else if rounds > 1 {
            continue
          }
          (file, version) = (machines[now].write(), version + 1)
          read[now] = version
          writers.append(1 - now)
        }
      }
      let all = Set(machines.flatMap(\.files))
      #expect(made.subtracting(replaced).subtracting(all).isEmpty)
      if !file.playlists.isEmpty {
        #expect(machines[0].files.sorted() == machines[1].files.sorted())
      }
    }
  }
}
