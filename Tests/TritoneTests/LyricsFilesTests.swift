import Foundation
import Glibc
import Interface
import Library
import Media
import Music
import Testing

@testable import tritone

@Suite("Files of lyrics")
struct LyricsFilesTests {
  /// A library with one song, and the files beside it.
  private struct Scene {
    let folder: Folder
    let files: LyricsFiles
    let track: TrackID
    let song: FilePath

    init() async throws {
      folder = try Folder()
      let music = folder.url.appendingPathComponent("music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
      song = try folder.clicks("music/Song.wav", seconds: 0.2)
      let library = try Library(at: folder.path("library.db"))
      _ = try await library.scan([FilePath(music.path)]) { _ in }
      track = try #require(
        try await library.window(ListQuery(.songs), range: 0..<1, anchor: nil).rows.first?.track?.id
      )
      files = LyricsFiles(
        library: library, copies: folder.path("private/lyrics"),
        fetched: FetchedLyricsStore(folder: folder.path("cache/lyrics")))
    }

    func write(_ text: String, _ name: String = "Song.lrc") throws {
      try folder.write(Data(text.utf8), "music/" + name)
    }

    func text(_ name: String = "Song.lrc") -> String? {
      folder.path("music/" + name).contents
    }

    var copies: [String] {
      let folder = folder.url.appendingPathComponent("private/lyrics").path
      return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    func draft() async throws -> LyricsDraft {
      let event = try await files.perform(.draft(track))
      guard case .lyrics(.drafted(let draft)) = event else {
        throw Failure(reason: "no draft: \(String(describing: event))")
      }
      return draft
    }

    /// The draft after an editor wrote a text.
    func edited(_ text: String) async throws -> LyricsDraft {
      let draft = try await draft()
      try Data(text.utf8).write(to: URL(fileURLWithPath: draft.copy.text))
      return draft
    }

    func finish(_ draft: LyricsDraft, _ end: EditorEnd = .ended(0)) async throws -> Event? {
      try await files.perform(.finish(draft, end))
    }
  }

  @Test("an offset is kept in the file, reported, and taken out")
  func offset() async throws {
    let scene = try await Scene()
    try scene.write("[ar:A]\n[00:10.00]One\n")
    let file = scene.folder.path("music/Song.lrc")
    for (offset, before, text) in [
      (300, 0, "[offset:+300]\n[ar:A]\n[00:10.00]One\n"),
      (-20, 300, "[offset:-20]\n[ar:A]\n[00:10.00]One\n"), (0, -20, "[ar:A]\n[00:10.00]One\n"),
    ] {
      let event = try await scene.files.perform(.setOffset(scene.track, file, offset))
      #expect(
        event == .lyrics(.written(scene.track, .offsetSet(offset, before: before, file))))
      #expect(scene.text() == text)
      #expect(
        try await scene.files.perform(.setOffset(scene.track, file, nil))
          == .done(.lyrics(.offset(offset, file))))
    }
  }

  @Test("a text in another encoding is written in UTF-8")
  func encoding() async throws {
    let scene = try await Scene()
    let text = try #require("[00:01]Ünter\n".data(using: .utf16))
    try scene.folder.write(text, "music/Song.lrc")
    _ = try await scene.files.perform(
      .setOffset(scene.track, scene.folder.path("music/Song.lrc"), 5))
    #expect(scene.text() == "[offset:+5]\n[00:01]Ünter\n")
  }

  @Test("an edited file takes the place of the old one, and the copy goes")
  func edit() async throws {
    let scene = try await Scene()
    try scene.write("[00:01]Old\n")
    let draft = try await scene.edited("[00:01]New\n")
    #expect(draft.text == Array("[00:01]Old\n".utf8))
    var status = stat()
    #expect(lstat(draft.copy.text, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let file = scene.folder.path("music/Song.lrc")
    #expect(try await scene.finish(draft) == .lyrics(.written(scene.track, .wrote(file))))
    #expect(scene.text() == "[00:01]New\n" && scene.copies.isEmpty)
  }

  @Test("without lyrics the new file is LRC with times, and plain text without")
  func new() async throws {
    for (text, name) in [("[00:01]Timed\n", "Song.lrc"), ("Plain\n", "Song.txt")] {
      let scene = try await Scene()
      #expect(
        try await scene.finish(try await scene.edited(text))
          == .lyrics(.written(scene.track, .wrote(scene.folder.path("music/" + name)))))
      #expect(scene.text(name) == text)
    }
  }

  @Test("an editor that fails, changes nothing or leaves nothing writes nothing")
  func nothing() async throws {
    let scene = try await Scene()
    try scene.write("[00:01]Old\n")
    #expect(try await scene.finish(try await scene.draft()) == .done(.lyrics(.unchanged)))
    for (text, end) in [
      ("[00:01]Old\n", EditorEnd.ended(1)), (" \n\n", .ended(0)), ("", .ended(0)),
      ("[00:01]Old\n", .ended(127)), ("[00:01]Old\n", .notStarted("no editor")),
    ] {
      let draft = try await scene.edited(text)
      await #expect(throws: Failure.self, "\(text) \(end)") { try await scene.finish(draft, end) }
    }
    #expect(scene.copies.isEmpty)
    // A text that was changed is kept, whatever the editor says.
    let draft = try await scene.edited("[00:01]New\n")
    guard case .lyrics(.kept(draft.copy, _)) = try await scene.finish(draft, .ended(1)) else {
      Issue.record("not kept")
      return
    }
    #expect(draft.copy.contents == "[00:01]New\n")
    #expect(scene.text() == "[00:01]Old\n")
  }

  @Test("what is no text, changed meanwhile or gone is left, and the text is kept")
  func kept() async throws {
    let scene = try await Scene()
    try scene.write("[00:01]Old\n")
    var drafts = [try await scene.edited("zero \0 byte")]
    drafts.append(try await scene.edited(String(repeating: "x", count: Lyrics.maximumBytes + 1)))
    for draft in drafts {
      guard case .lyrics(.kept(draft.copy, _)) = try await scene.finish(draft) else {
        Issue.record("not kept")
        continue
      }
    }
    let draft = try await scene.edited("[00:01]New\n")
    try scene.write("[00:01]By another\n")
    guard case .lyrics(.kept(draft.copy, _)) = try await scene.finish(draft) else {
      Issue.record("not kept")
      return
    }
    #expect(scene.text() == "[00:01]By another\n" && scene.copies.count == 3)
    let late = try await scene.edited("[00:01]New\n")
    try FileManager.default.removeItem(at: scene.folder.url.appendingPathComponent("music"))
    guard case .lyrics(.kept(late.copy, _)) = try await scene.finish(late) else {
      Issue.record("not kept")
      return
    }
  }

  @Test("no link is written through, neither by the editor, nor by an offset, nor by tapping")
  func links() async throws {
    let scene = try await Scene()
    let victim = scene.folder.path("victim")
    try scene.folder.write(Data("[00:01]Victim\n".utf8), "victim")
    let file = scene.folder.path("music/Song.lrc")
    #expect(symlink(victim.text, file.text) == 0)
    await #expect(throws: LibraryError.notPlain(file)) {
      try await scene.files.perform(.draft(scene.track))
    }
    await #expect(throws: LibraryError.notPlain(file)) {
      try await scene.files.perform(.setOffset(scene.track, file, 5))
    }
    for replaces in [false, true] {
      let new = NewLyrics(track: scene.track, file: file, text: "[00:02]Mine\n", replaces: replaces)
      guard case .lyrics(.kept(let copy, _)) = try await scene.files.perform(.write(new)) else {
        Issue.record("not kept")
        continue
      }
      #expect(copy.contents == "[00:02]Mine\n")
    }
    // A link that came while the editor was open.
    #expect(unlink(file.text) == 0)
    let draft = try await scene.edited("[00:01]New\n")
    #expect(symlink(victim.text, file.text) == 0)
    guard case .lyrics(.kept) = try await scene.finish(draft) else {
      Issue.record("not kept")
      return
    }
    #expect(victim.contents == "[00:01]Victim\n")
  }

  @Test("another file in the place of tapped lyrics is replaced only on demand")
  func refused() async throws {
    let scene = try await Scene()
    try scene.write("")
    let file = scene.folder.path("music/Song.lrc")
    var new = NewLyrics(track: scene.track, file: file, text: "[00:02]Mine\n", replaces: false)
    #expect(try await scene.files.perform(.write(new)) == .lyrics(.refused(new)))
    new.replaces = true
    #expect(
      try await scene.files.perform(.write(new))
        == .lyrics(.written(scene.track, .wrote(file))))
    #expect(scene.text() == "[00:02]Mine\n")
  }

  @Test("the editor is $VISUAL, $EDITOR, nano or vi, and a path is never a part of its command")
  func editors() {
    #expect(Editor.commands([:]) == [["nano"], ["vi"]])
    #expect(Editor.commands(["VISUAL": " ", "EDITOR": "ed"])[0][2] == "ed \"$1\"")
    #expect(Editor.commands(["VISUAL": "vim -n", "EDITOR": "ed"])[0][2] == "vim -n \"$1\"")
  }
}

extension FilePath {
  fileprivate var contents: String? { try? String(contentsOfFile: text, encoding: .utf8) }
}
