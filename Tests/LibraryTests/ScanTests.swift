import Foundation
import Library
import Music
import Synchronization
import Testing

@Suite("Scanning")
struct ScanTests {
  @Test("a scan keeps what the tags say, and the path byte for byte")
  func keepsTags() async throws {
    let test = try TestLibrary()
    test.write(
      "a.flac", seconds: 7,
      [
        ("TITLE", "One"), ("artist", "A"), ("ALBUMARTIST", "B"), ("ALBUM", "C"), ("GENRE", "D"),
        ("DATE", "1997-05-06"), ("TRACKNUMBER", "3/12"), ("DISCNUMBER", "2"), ("BPM", "124.5"),
        ("INITIALKEY", "8A"),
      ])
    let name: [UInt8] = Array("caf".utf8) + [0xE9, 0x0A] + Array(".flac".utf8)
    writeFile(test.music.appending(name), FlacFile.bytes([("TITLE", "Two")]))
    let progress = try await test.scan()
    #expect(progress.found == 2 && progress.added == 2 && progress.isFinished)

    let one = try #require(try await test.library.track(at: test.music.appending("a.flac")))
    #expect(
      one.tags
        == Tags(
          title: "One", artist: "A", albumArtist: "B", album: "C", genre: "D", date: "1997-05-06",
          trackNumber: 3, discNumber: 2, bpm: 124.5, key: "8A"))
    #expect(one.audio.duration == .seconds(7) && one.audio.codec == "flac")
    #expect(one.audio.sampleRate == 44_100 && one.audio.bitDepth == 16 && one.audio.channels == 2)
    #expect(one.root == test.music && !one.isMissing && one.added > 0)
    let two = try #require(try await test.library.track(at: test.music.appending(name)))
    #expect(two.source.bytes.suffix(name.count) == name[...])
  }

  @Test("a rescan reads nothing that has not changed, and only what has")
  func skipsUnchanged() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "One")])
    test.write("b.flac", [("TITLE", "Two")])
    test.folder.write("music/broken.mp3", Array("no music".utf8))
    #expect(try await test.scan().failed == 1)
    let ids = try await test.library.trackIDs(ListQuery(.songs))
    try await test.library.setRating(Rating(stars: 4), for: ids)

    test.write("b.flac", [("TITLE", "Changed, and longer")])
    let progress = try await test.scan()
    #expect(progress.unchanged == 1 && progress.updated == 1 && progress.added == 0)
    #expect(progress.failed == 1)
    #expect(try await test.rows(ListQuery(.songs, sort: .title)) == ["Changed, and longer", "One"])
    #expect(try await test.library.tracks(ids).allSatisfy { $0.rating.stars == 4 })
  }

  @Test("whatever changes of one file in a folder that was as it is known is noticed")
  func digest() async throws {
    let test = try TestLibrary()
    for (number, size) in [(1, 500), (2, 600), (3, 700)] {
      test.folder.write(
        "music/\(number).flac", FlacFile.bytes([("TITLE", "\(number)")], size: size))
    }
    /// Sets the modification time of a file, in nanoseconds.
    func date(_ name: String, _ nanoseconds: Int) {
      let time = timespec(tv_sec: 1_600_000_000, tv_nsec: nanoseconds)
      let result = withCString(test.music.appending(name)) {
        utimensat(AT_FDCWD, $0, [time, time], 0)
      }
      #expect(result == 0)
    }
    for number in 1...3 { date("\(number).flac", 1) }
    try await test.scan()
    #expect(try await test.scan().unchanged == 3)
    #expect(try test.database.run("SELECT count(*) FROM folders WHERE digest IS NULL") == ["0"])

    date("2.flac", 2)
    #expect(try await test.scan().updated == 1)
    test.folder.write("music/2.flac", FlacFile.bytes([("TITLE", "2, longer")], size: 650))
    date("2.flac", 2)
    #expect(try await test.scan().updated == 1)
    #expect(try await test.scan().unchanged == 3)
    // After an exchange of two names all names, sizes and times are the same.
    try test.folder.move("music/1.flac", "music/x")
    try test.folder.move("music/3.flac", "music/1.flac")
    try test.folder.move("music/x", "music/3.flac")
    let exchanged = try await test.scan()
    #expect(exchanged.unchanged == 1 && exchanged.missing == 0)
    #expect(try await test.library.track(at: test.music.appending("1.flac"))?.title == "3")
    try test.folder.move("music/3.flac", "music/4.flac")
    // Without sound a file cannot be recognised.
    let renamed = try await test.scan()
    #expect(renamed.added == 1 && renamed.missing == 1 && renamed.unchanged == 2)
    test.write("5.flac", [("TITLE", "5")])
    #expect(try await test.scan().added == 1)
    try test.folder.remove("music/5.flac")
    #expect(try await test.scan().missing == 1)
    #expect(try await test.scan().unchanged == 3)
  }

  @Test("the first scan, which leaves stat to the readers, computes the digests of a rescan")
  func digestOfReadFiles() async throws {
    let test = try TestLibrary()
    for number in 1...3 { test.write("few/\(number).flac", [("TITLE", "\(number)")]) }
    for number in 1...80 { test.write("many/\(number).flac", [("TITLE", "\(number)")]) }
    test.write("linked/1.flac", [("TITLE", "1")])
    test.folder.write("other.flac", FlacFile.bytes([("TITLE", "2")]))
    withCString(test.folder["other.flac"]) { target in
      withCString(test.music.appending("linked/2.flac")) { #expect(symlink(target, $0) == 0) }
    }
    #expect(try await test.scan().added == 85)
    let query = "SELECT path, digest FROM folders WHERE digest IS NOT NULL ORDER BY path"
    let digests = try test.database.run(query)
    #expect(digests.count == 4)
    #expect(try await test.scan().unchanged == 85)
    #expect(try test.database.run(query) == digests)
    // With wrong digests the rescan would have read these rows.
    try test.database.run("UPDATE tracks SET title = 'x'; UPDATE folders SET digest = 1")
    #expect(try await test.scan().unchanged == 85)
    #expect(try test.database.run(query) == digests)
  }

  @Test("a file without audio is known by the time and size that it had when it was read")
  func rejectsOfFirstScan() async throws {
    let test = try TestLibrary()
    test.folder.write("music/broken.mp3", Array("no music".utf8))
    #expect(try await test.scan().failed == 1)
    #expect(try test.database.run("SELECT size FROM rejects") == ["8"])
    test.folder.write("music/broken.mp3", Array("none at all".utf8))
    #expect(try await test.scan().failed == 1)
    #expect(try test.database.run("SELECT size FROM rejects") == ["11"])
  }

  @Test("music is found under every name that players give it")
  func names() async throws {
    let test = try TestLibrary()
    let endings = ["alac", "ALAC", "m4a", "f4a", "mpa", "loas", "ec3", "thd", "awb", "at3", "8svx"]
    for (number, ending) in endings.enumerated() { test.write("\(number).\(ending)", []) }
    for ending in ["alacs", "lac", "txt", "m4", "jpg"] { test.write("other.\(ending)", []) }
    #expect(try await test.scan().added == endings.count)
  }

  @Test("a file that is gone is marked missing, leaves the lists, and returns as what it was")
  func marksMissing() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    try await test.library.setRating(Rating(stars: 5), for: ids)
    let list = try await test.library.createPlaylist(named: "Keeps")
    _ = try await test.library.add(ids, to: list.id)
    try test.folder.move("music/2.flac", "2.flac")

    #expect(try await test.scan().missing == 1)
    #expect(try await test.rows(ListQuery(.songs, sort: .title)) == ["1", "3"])
    #expect(try await test.rows(ListQuery(.playlist(list.id))) == ["1 1", "2 2", "3 3"])
    #expect(try await test.library.tracks([ids[1]]).first?.isMissing == true)
    #expect(try await test.library.search("").count == 3)
    #expect(try await test.scan().missing == 0)

    try test.folder.move("2.flac", "music/2.flac")
    try await test.scan()
    let back = try #require(try await test.library.tracks([ids[1]]).first)
    #expect(!back.isMissing && back.rating.stars == 5)
  }

  @Test("a folder that is gone takes all below it along")
  func folderGone() async throws {
    let test = try TestLibrary()
    test.write("a/b/1.flac", [("TITLE", "1")])
    test.write("a/2.flac", [("TITLE", "2")])
    test.write("3.flac", [("TITLE", "3")])
    try await test.scan()
    try test.folder.remove("music/a")
    #expect(try await test.scan().missing == 2)
    #expect(try await test.rows(ListQuery(.songs)) == ["3"])
  }

  @Test("a root that is not there, or is there and empty, is not mounted: nothing is missing")
  func offlineRoot() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(3)
    try test.folder.move("music", "elsewhere")
    let without = try await test.library.scan(nil) { _ in }
    #expect(without.missing == 0 && without.isFinished)
    makeFolder(test.music)
    #expect(try await test.library.scan(nil) { _ in }.missing == 0)
    #expect(try await test.library.trackCount == 3)
  }

  @Test("loops of links, pipes, hidden files and folders named like music are what they are")
  func hostileTree() async throws {
    let test = try TestLibrary()
    test.write("x.mp3/inside.flac", [("TITLE", "inside")])
    test.write(".hidden.flac", [("TITLE", "hidden")])
    test.write(".hidden/a.flac", [("TITLE", "hidden too")])
    test.folder.write("outside/o.flac", FlacFile.bytes([("TITLE", "outside")]))
    func link(_ name: String, _ target: String) {
      _ = withCString(test.music.appending(name)) { symlink(target, $0) }
    }
    link("loop", ".")
    link("x.mp3/up", "..")
    link("self.flac", "self.flac")
    link("zero.flac", "/dev/zero")
    link("again.flac", "x.mp3/inside.flac")
    link("out", test.folder["outside"].text)
    _ = withCString(test.music.appending("pipe.flac")) { mkfifo($0, 0o600) }
    let progress = try await test.scan()
    #expect(progress.added == 2 && progress.failed == 0)
    #expect(try await test.rows(ListQuery(.songs, sort: .title)) == ["inside", "outside"])
  }

  @Test("a single file can be a root, and a folder around it takes it over")
  func fileRoot() async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    test.write("a/2.flac", [("TITLE", "2")])
    _ = try await test.library.scan([test.music.appending("a/1.flac")]) { _ in }
    #expect(try await test.library.roots() == [test.music.appending("a/1.flac")])
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["1"])
    try await test.scan()
    #expect(try await test.library.roots() == [test.music])
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["a/ 2"])
    let ids = try await test.library.trackIDs(ListQuery(.folder(nil)))
    #expect(try await test.library.tracks(ids).allSatisfy { $0.root == test.music })
    // A scanned part of a root becomes no root.
    _ = try await test.library.scan([test.music.appending("a")]) { _ in }
    #expect(try await test.library.roots() == [test.music])
  }

  @Test("a folder that was a root is found inside a wider one, though no file has changed")
  func widerRoot() async throws {
    let test = try TestLibrary()
    test.write("a/b/1.flac", [("TITLE", "1")])
    _ = try await test.library.scan([test.music.appending("a/b")]) { _ in }
    #expect(try await test.library.roots() == [test.music.appending("a/b")])
    let progress = try await test.scan()
    #expect(progress.added == 0 && progress.updated == 0)
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["a/ 1"])
    for folder in ["a", "a/b"] {
      let query = ListQuery(.folder(test.music.appending(folder)))
      #expect(try await test.library.trackIDs(query).count == 1)
    }
  }

  @Test("a path that is not there is an error before anything is scanned")
  func unreadableRoot() async throws {
    let test = try TestLibrary()
    test.write("1.flac", [])
    let nowhere = test.folder["nowhere"]
    await #expect(throws: LibraryError.unreadable(nowhere, code: ENOENT)) {
      _ = try await test.library.scan([test.music, nowhere]) { _ in }
    }
    #expect(try await test.library.isEmpty)
    #expect(
      LibraryError.unreadable(nowhere, code: ENOENT).message
        == "Cannot read \(nowhere.text): No such file or directory")
  }

  @Test("a track whose file holds no music any more stays, with a fault, until it does again")
  func fault() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    test.folder.write("music/1.flac", Array("overwritten".utf8))
    #expect(try await test.scan().failed == 1)
    let track = try #require(try await test.library.tracks(ids).first)
    #expect(track.fault != nil && track.title == "1")
    #expect(try await test.scan().unchanged == 1)
    test.write("1.flac", [("TITLE", "Healed")])
    try await test.scan()
    let healed = try #require(try await test.library.tracks(ids).first)
    #expect(healed.fault == nil && healed.title == "Healed")
  }

  @Test("a cancelled scan says so, and the next one finishes the work")
  func cancelled() async throws {
    let test = try TestLibrary()
    for number in 0..<400 { test.write("\(number % 20)/\(number).flac", [("TITLE", "\(number)")]) }
    let task = Task { try await test.scan() }
    task.cancel()
    await #expect(throws: LibraryError.cancelled) { _ = try await task.value }
    let progress = try await test.scan()
    #expect(progress.isFinished)
    #expect(try await test.library.trackCount == 400)
  }

  @Test("progress ends with the result, and rows come as they are found")
  func progress() async throws {
    let test = try TestLibrary()
    for number in 0..<1_200 { test.write("\(number / 12)/\(number).flac", []) }
    let seen = Mutex<[ScanProgress]>([])
    let result = try await test.library.scan([test.music]) { progress in
      seen.withLock { $0.append(progress) }
    }
    #expect(seen.withLock { $0.last } == result)
    #expect(seen.withLock { $0.count { $0.isFinished } } == 1)
    #expect(result.added == 1_200)
  }

  @Test("text in tags is made fit to be shown before it is kept")
  func cleansText() async throws {
    let test = try TestLibrary()
    test.folder.write(
      "music/a.flac",
      FlacFile.bytes(raw: [
        Array("TITLE=\u{1B}[31mRed\nline\u{7F}".utf8), Array("ARTIST=caf".utf8) + [0xE9],
        Array("ALBUM=\(String(repeating: "ü", count: 5_000))".utf8), Array("GENRE=".utf8),
      ]))
    try await test.scan()
    let track = try #require(try await test.library.search("red").first)
    #expect(track.tags.title == "\u{FFFD}[31mRed line\u{FFFD}")
    #expect(track.tags.artist == "café")
    #expect(track.tags.album == String(repeating: "ü", count: 2_048))
    #expect(track.tags.genre == nil)
  }
}
