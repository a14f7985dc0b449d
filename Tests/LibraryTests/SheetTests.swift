import Glibc
@testable import Library
import Music
import Testing

@Suite("CUE sheets")
struct SheetTests {
  private let test: TestLibrary

  init() throws { test = try TestLibrary() }

  private static let album = """
    PERFORMER "Ola Marsh"
    TITLE "Pier Nine"
    FILE "album.flac" WAVE
      TRACK 01 AUDIO
        TITLE "First"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "It's second"
        PERFORMER "Kühl"
        INDEX 01 01:00:37
      TRACK 03 AUDIO
        INDEX 01 02:30:00
    """

  @discardableResult
  private func write(_ text: String, to name: String = "album.cue") -> FilePath {
    test.folder.write("music/" + name, Array(text.utf8))
  }

  /// A sheet of one track of one file.
  private func sheet(of name: String) -> FilePath {
    write("FILE \"\(name)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00", to: "one.cue")
  }

  private func entries(_ playlist: Playlist) async throws -> [ListRow] {
    try await test.library.window(
      ListQuery(.playlist(playlist.id)), range: 0..<100, anchor: nil
    ).rows
  }

  /// The error message of a sheet that cannot be opened.
  private func message(_ path: FilePath) async -> String? {
    do throws(LibraryError) {
      _ = try await test.library.openSheet(at: path)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("its tracks become a playlist, each with its own name and its part of the file")
  func opens() async throws {
    test.write("album.flac", seconds: 240, [("TITLE", "Whole"), ("ARTIST", "Someone")])
    let playlist = try await test.library.openSheet(at: write(Self.album))
    #expect(playlist.name == "Ola Marsh — Pier Nine")
    #expect(playlist.trackCount == 3)
    #expect(playlist.duration == .seconds(240))
    let rows = try await entries(playlist)
    #expect(rows.compactMap(\.track?.title) == ["First", "It's second", "Track 3"])
    #expect(rows.compactMap(\.track?.tags.artist) == ["Ola Marsh", "Kühl", "Ola Marsh"])
    let second = Duration.microseconds(60_493_333)
    #expect(
      rows.compactMap(\.track?.audio.duration) == [second, .seconds(150) - second, .seconds(90)])
    let sounds = rows.compactMap { row -> EntryPlayback? in
      if case .entry(let entry) = row { entry.sound } else { nil }
    }
    #expect(
      sounds == [
        EntryPlayback(end: second, isVirtualTrack: true),
        EntryPlayback(start: second, end: .seconds(150), isVirtualTrack: true),
        EntryPlayback(start: .seconds(150), isVirtualTrack: true),
      ])
    // The file itself stays one track.
    #expect(try await test.rows(ListQuery(.songs)) == ["Whole"])
    #expect(try await test.library.undo() == "opened Ola Marsh — Pier Nine")
    #expect(try await test.library.playlists() == [])
    #expect(try await test.library.redo() == "opened Ola Marsh — Pier Nine")
    #expect(try await entries(playlist) == rows)
    #expect(try await test.library.undo() != nil)
    #expect(try await test.library.undo() == nil)
  }

  @Test("opened again it is the same playlist, whatever its name; one that was edited is left")
  func reuses() async throws {
    test.write("album.flac", seconds: 240, [])
    let path = write(Self.album)
    let library = test.library
    let first = try await library.openSheet(at: path)
    #expect(try await library.openSheet(at: path) == first)
    try await library.renamePlaylist(first.id, to: "Mine")
    #expect(try await library.openSheet(at: path).name == "Mine")
    try await library.renamePlaylist(first.id, to: first.name)
    let queued = try await library.queuedTracks(ListQuery(.playlist(first.id)))
    try await library.removeEntries([try #require(queued[1].entry)])
    let second = try await library.openSheet(at: path)
    #expect(second.name == "Ola Marsh — Pier Nine 2")
    #expect(try await library.playlist(first.id)?.trackCount == 2)
    #expect(try await library.openSheet(at: path) == second)
    #expect(try await library.playlists().count == 2)
  }

  @Test("a file is found in another case, with another extension, and by a foreign system's path")
  func resolution() async throws {
    test.write("Disc One/Album.flac", seconds: 100, [])
    test.write("plain.flac", seconds: 100, [])
    test.write("both.flac", seconds: 100, [])
    test.write("both.ape.flac", seconds: 100, [])
    test.write("u\u{308}ber.flac", seconds: 100, [])
    test.folder.write("music/both.jpg", [1])
    let cases = [
      ("plain.flac", "plain.flac"), ("./plain.flac", "plain.flac"), ("PLAIN.FLAC", "plain.flac"),
      ("plain.wav", "plain.flac"), ("Plain.WAV", "plain.flac"), ("plain.bin", "plain.flac"),
      ("both.wav", "both.flac"), ("both.jpg", "both.flac"), ("both.ape.wav", "both.ape.flac"),
      ("Disc One/Album.flac", "Disc One/Album.flac"), ("disc one/album.wav", "Disc One/Album.flac"),
      ("Disc One\\Album.wav", "Disc One/Album.flac"), ("C:\\Rips\\plain.wav", "plain.flac"),
      ("\\\\server\\music\\plain.wav", "plain.flac"),
      // The same letters, decomposed.
      ("\u{FC}ber.flac", "u\u{308}ber.flac"),
    ]
    for (name, file) in cases {
      let playlist = try await test.library.openSheet(at: sheet(of: name))
      let paths = try await entries(playlist).compactMap(\.track?.source.file)
      #expect(paths == [test.music.appending(file)], "\(name)")
    }
  }

  @Test("outside of the sheet's folder a name has to be exact, and one of a file of music")
  func outside() async throws {
    test.folder.write("else/there.flac", FlacFile.bytes([]))
    let absolute = test.folder["else/there.flac"]
    for name in ["../else/there.flac", absolute.text, "../music/../else/./there.flac"] {
      let playlist = try await test.library.openSheet(at: sheet(of: name))
      #expect(try await entries(playlist).compactMap(\.track?.source.file?.name) == ["there.flac"])
    }
    for name in [
      "../else/There.flac", "../else/there.wav", "/etc/passwd", "../library.db", "/", "..", ".",
      absolute.text + "/x", "../else", "/dev/zero", "/proc/self/mem",
    ] {
      #expect(await message(sheet(of: name)) == "one.cue: line 1: there is no file \(name)")
    }
    makeFolder(test.music.appending("folder.flac"))
    #expect(
      await message(sheet(of: "folder.flac")) == "one.cue: line 1: there is no file folder.flac")
  }

  @Test("a sheet that is broken, or names what is not there, changes nothing and says the line")
  func broken() async throws {
    test.write("album.flac", seconds: 240, [])
    try await test.scan()
    let before = try test.database.userData()
    let good = "FILE \"album.flac\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
    let bad = good + "FILE \"gone.wav\" WAVE\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n"
    #expect(await message(write(bad)) == "album.cue: line 4: there is no file gone.wav")
    #expect(
      await message(write(good + "TRACK 02 AUDIO\nINDEX 01 0:99:00"))
        == "album.cue: line 5: not a time as mm:ss:ff")
    #expect(await message(write("hello")) == "album.cue: no tracks in it")
    test.folder.write("music/noise.flac", Array(repeating: 7, count: 5_000))
    #expect(
      await message(sheet(of: "noise.flac")) == "one.cue: line 1: there is no sound in noise.flac")
    let large = test.folder.write("music/large.cue", Array(repeating: 0x20, count: 3 << 20))
    #expect(await message(large) == "large.cue: larger than a cue sheet can be")
    #expect(await message(test.music) == "music: it is not a file")
    #expect(await message(test.folder["none.cue"])?.hasSuffix("No such file or directory") == true)
    let pipe = test.folder["music/pipe.cue"]
    #expect(withCString(pipe) { mkfifo($0, 0o600) } == 0)
    #expect(await message(pipe) == "pipe.cue: it is not a file")
    #expect(try test.database.userData() == before)
    #expect(try await test.library.undo() == nil)
  }

  @Test("a scan takes no sheets for music")
  func scanned() async throws {
    test.write("album.flac", seconds: 240, [("TITLE", "Whole")])
    write(Self.album)
    let progress = try await test.scan()
    #expect(progress.found == 1)
    #expect(progress.failed == 0)
    #expect(try await test.library.playlists() == [])
  }

  @Test("its pieces are queued and added one by one, and show which mix holds them")
  func pieces() async throws {
    test.write("album.flac", seconds: 240, [("TITLE", "Whole")])
    let library = test.library
    let playlist = try await library.openSheet(at: write(Self.album))
    let rows: [RowID] = [.playlist(playlist.id)]
    let all = try await library.queuedTracks(of: rows, in: ListQuery(.playlists))
    #expect(all.count == 3)
    #expect(try await library.trackIDs(of: rows, in: ListQuery(.playlists)) == [all[0].track])
    let mix = try await library.createPlaylist(named: "Mix")
    try await library.assign(.two, to: mix.id)
    #expect(
      try await library.add([all[1]], to: MixSlot.two)
        == Addition(
          playlist: "Mix", added: 1, alreadyThere: 0, title: "It's second", target: mix.id))
    #expect(
      try await library.add(all + all, to: mix.id)
        == Addition(
          playlist: "Mix", added: 2, alreadyThere: 1, target: mix.id, skipped: [all[1]]))
    // The whole file is not one of its virtual tracks.
    #expect(try await library.add([all[0].track], to: mix.id).added == 1)
    #expect(try await library.add([all[0].track], to: mix.id).alreadyThere == 1)
    #expect(
      try await test.rows(ListQuery(.playlist(mix.id)))
        == ["1 It's second", "2 First", "3 Track 3", "4 Whole"])
    #expect(try await library.playlist(mix.id)?.duration == .seconds(480))
    #expect(try await library.mixBoard()[.two]?.duration == .seconds(480))
    let mixed = try await library.queuedTracks(ListQuery(.playlist(mix.id)))
    try await library.removeEntries([try #require(mixed[1].entry)])
    let badges = try await entries(playlist).compactMap { row -> Set<MixSlot>? in
      if case .entry(let entry) = row { entry.slots } else { nil }
    }
    #expect(badges == [[], [.two], [.two]])
  }

  @Test("the queue shows pieces as their playlist does")
  func queue() async throws {
    test.write("album.flac", seconds: 240, [("TITLE", "Whole")])
    let playlist = try await test.library.openSheet(at: write(Self.album))
    let all = try await test.library.queuedTracks(ListQuery(.playlist(playlist.id)))
    let plain = QueuedTrack(all[0].track)
    let window = try await test.library.queueWindow(
      (all + [plain]).enumerated().map { QueueItem(QueueItemID(Int64($0) + 5), $1) }, start: 5,
      count: 9)
    #expect(window.rows.compactMap(\.track?.title) == ["First", "It's second", "Track 3", "Whole"])
    #expect(window.rows.first?.id == .queueItem(QueueItemID(5)))
    #expect(window.rows.last?.track?.audio.duration == .seconds(240))
    #expect(try await test.library.resolved([all[1]])[all[1]]?.tags.artist == "Kühl")
  }

  @Test("an entry counts the part that it plays, in rows and in every sum")
  func durations() async throws {
    let ids = try await test.withTracks(1)
    let library = test.library
    let list = try await library.createPlaylist(named: "L")
    _ = try await library.add(ids, to: list.id)
    let query = ListQuery(.playlist(list.id))
    let entry = try #require(try await library.queuedTracks(query).first?.entry)
    let times: [Duration?] = [
      nil, .zero, .seconds(1), .milliseconds(2_500), .seconds(3), .seconds(9),
    ]
    for start in times {
      for end in times {
        try await library.change([entry], .start(start))
        try await library.change([entry], .end(end))
        let expected = EntryPlayback(start: start, end: end).length(of: .seconds(3))
        let window = try await library.window(query, range: 0..<1, anchor: nil)
        #expect(window.duration == expected)
        #expect(window.rows.first?.track?.audio.duration == expected)
        #expect(try await library.playlist(list.id)?.duration == expected)
      }
    }
    #expect(
      EntryPlayback(start: .seconds(1), end: .seconds(2)).length(of: .seconds(3)) == .seconds(1))
    #expect(
      EntryPlayback(start: .seconds(2), end: .seconds(1)).length(of: .seconds(3)) == .seconds(1))
    #expect(EntryPlayback(start: .seconds(4)).length(of: .seconds(3)) == .zero)
  }

  @Test("a thousand names are found among a hundred thousand, by case and by what they became")
  func manyNames() {
    let names = (0..<100_000).map { Array("Track \($0).\($0 % 2 == 0 ? "flac" : "txt")".utf8) }
    let folder = SheetFolder(names: names + [Array("track 8.flac".utf8)])
    for number in stride(from: 0, to: 1_998, by: 2) where number != 8 {
      let found = [Array("Track \(number).flac".utf8)]
      #expect(folder.audio(like: Array("TRACK \(number).FLAC".utf8)).first == found[0])
      #expect(folder.audio(like: Array("track \(number).wav".utf8)) == found)
      #expect(folder.audio(like: Array("Track \(number + 1).txt".utf8)) == [])
    }
    // In the order of their bytes, where several match.
    let several = folder.audio(like: Array("TRACK 8.flac".utf8)).prefix(2)
    #expect(several == ["Track 8.flac", "track 8.flac"].map { Array($0.utf8) }[...])
    #expect(folder.audio(like: Array("track 8.wav".utf8)).first == Array("track 8.flac".utf8))
  }
}
