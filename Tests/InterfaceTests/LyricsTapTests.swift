import Music
import Screen
import Testing

@testable import Interface

/// Tapping the times of lyrics, and other changes of their files.
@Suite("Changing lyrics")
struct LyricsTapTests {
  private static let plain = "First\n\nSecond\nThird"

  private func stage(
    _ text: String? = LyricsTapTests.plain, from source: TrackLyrics.Source = .embedded,
    at seconds: Int = 5, size: Size = Size(rows: 40, columns: 120)
  ) -> Stage {
    var stage = Stage(rows: size.rows, columns: size.columns)
    if let lyrics = text.flatMap({ Lyrics(bytes: Array($0.utf8)) }) {
      stage.lyrics[TrackID(1)] = TrackLyrics(lyrics, from: source)
    }
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(seconds))))))
    }
    _ = stage.receive()
    return stage
  }

  private func run(_ command: String, _ stage: inout Stage) {
    stage.press(":")
    stage.type(command)
    stage.press("Enter")
  }

  private func panel(_ stage: Stage) -> LyricsTapPanel? {
    stage.app.overlays.lazy.compactMap {
      if case .lyricsTap(let panel) = $0 { panel } else { nil }
    }.first
  }

  private func written(_ stage: inout Stage) -> [NewLyrics] {
    stage.receive().compactMap { if case .lyrics(.write(let new)) = $0 { new } else { nil } }
  }

  private static let file = FilePath("/music/untitled 1.lrc")

  @Test("Space gives each line the heard time, and the lyrics are written after a question")
  func taps() throws {
    var stage = stage()
    run("lyrics-tap", &stage)
    stage.press("Space")
    stage.wait(.milliseconds(1_234))
    stage.press("Space")
    stage.wait(.seconds(2))
    stage.press("Space", "Space")
    #expect(stage.receive().isEmpty, "the music is not paused, and nothing is written")
    #expect(stage.app.message?.text.hasPrefix("All lines") == true)
    stage.press("Enter")
    #expect(stage.text.contains("Write untitled 1.lrc"))
    #expect(written(&stage).isEmpty)
    stage.press("Enter")
    let new = try #require(written(&stage).first)
    #expect(new.file == Self.file && !new.replaces)
    #expect(
      new.text == """
        [ar:Daft Punk]
        [ti:Aerodynamic]
        [al:Discovery]
        [length:03:27]
        [00:05.00]First

        [00:06.23]Second
        [00:08.23]Third

        """)
    #expect(panel(stage) != nil, "the times stay until they are written")
    stage.send(.lyrics(.written(TrackID(1), .wrote(Self.file))))
    #expect(panel(stage) == nil)
    #expect(stage.app.message?.text == "Wrote untitled 1.lrc")
    #expect(stage.loads.last == .load(.lyrics(TrackID(1))))
  }

  @Test("p pauses, arrows move, and other keys of the player hold")
  func keys() {
    var stage = stage()
    run("lyrics-tap", &stage)
    stage.press("p")
    #expect(stage.receive() == [.player(.pause)])
    stage.press("Down", "Down")
    #expect(panel(stage)?.next == 2)
    stage.press("G")
    #expect(panel(stage)?.isAtEnd == true)
    stage.press("g")
    #expect(panel(stage)?.next == 0)
    stage.press("Right")
    #expect(stage.receive().contains { if case .player(.seek) = $0 { true } else { false } })
    stage.press("d", "x", "1")
    #expect(stage.receive().isEmpty && panel(stage) != nil)
  }

  @Test("Backspace takes the last tap back and seeks two seconds before it")
  func back() {
    var stage = stage(at: 50)
    run("lyrics-tap", &stage)
    stage.press("Space")
    stage.wait(.seconds(3))
    stage.press("Space")
    stage.wait(.seconds(4))
    stage.press("Backspace")
    #expect(stage.receive().contains(.player(.seek(.seconds(51)))))
    #expect(panel(stage)?.next == 2 && panel(stage)?.tapped == [0])
    #expect(panel(stage)?.lyrics.lines[2].start == nil)
    stage.wait(.seconds(1))
    stage.press("Backspace", "Backspace")
    #expect(panel(stage)?.next == 0 && panel(stage)?.tapped == [])
  }

  @Test("Escape asks before it drops times, and not where there are none")
  func leaving() {
    var stage = stage()
    run("lyrics-tap", &stage)
    stage.press("Enter")
    #expect(panel(stage) != nil && stage.app.message?.text.hasPrefix("No line") == true)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    run("lyrics-tap", &stage)
    stage.press("Space", "Esc", "Enter")
    #expect(panel(stage)?.tapped == [0], "the first answer goes on")
    stage.press("Esc", "Down", "Enter")
    #expect(stage.app.overlays.isEmpty && stage.receive().isEmpty)
  }

  @Test("lines keep their times and words, and a file is replaced only after another answer")
  func synced() throws {
    let text = """
      [ti:Mine]
      [00:01.00]One
      [00:20.00]<00:20.00>Two <00:21.50>words
      [00:30.00]<00:30.00>Three <00:31.00>words
      """
    let file = FilePath("/music/Other.LRC")
    var stage = stage(text, from: .lyricsFile(file), at: 10)
    run("lyrics-tap", &stage)
    #expect(panel(stage)?.next == 1, "from the line behind the heard one")
    stage.press("Space", "Enter")
    #expect(stage.text.contains("Replace Other.LRC"))
    stage.press("Enter")
    #expect(written(&stage).isEmpty && panel(stage) != nil, "the first answer replaces nothing")
    stage.press("Enter", "Down", "Enter")
    let new = try #require(written(&stage).first)
    #expect(new.file == file && new.replaces)
    #expect(new.text.hasPrefix("[ar:Daft Punk]\n[al:Discovery]\n[length:03:27]\n[ti:Mine]\n"))
    #expect(new.text.contains("[00:01.00]One\n[00:10.00]<00:10.00>Two <00:11.50>words\n"))
    #expect(new.text.contains("[00:30.00]<00:30.00>Three <00:31.00>words\n"))
  }

  @Test("a file that is in the way is replaced only after a question")
  func refused() throws {
    var stage = stage()
    run("lyrics-tap", &stage)
    stage.press("Space", "Enter", "Enter")
    let new = try #require(written(&stage).first)
    stage.send(.lyrics(.refused(new)))
    #expect(stage.text.contains("There already is a file"))
    stage.press("Enter")
    #expect(written(&stage).isEmpty && panel(stage)?.tapped == [0])
    stage.press("Enter", "Enter")
    _ = stage.receive()
    stage.send(.lyrics(.refused(new)))
    stage.press("Down", "Enter")
    #expect(written(&stage).map(\.replaces) == [true])
  }

  @Test("a text that was not written is named with its whole path, and the times stay")
  func kept() {
    var stage = stage(size: Size(rows: 24, columns: 80))
    run("lyrics-tap", &stage)
    stage.press("Space", "Enter", "Enter")
    _ = stage.receive()
    let path = "/home/ada/" + String(repeating: "folder/", count: 14) + "lyrics.lrc"
    stage.send(.lyrics(.kept(FilePath(path), reason: "Cannot write")))
    #expect(panel(stage)?.tapped == [0])
    stage.press("Esc", "Down", "Enter")
    let text = stage.text.split(separator: "\n").map { $0.filter { $0 != " " && $0 != "│" } }
    #expect(text.joined().contains("lyrics.lrc") && stage.text.contains("The text is in"))
  }

  @Test("a tap is refused when another track plays")
  func otherTrack() {
    var stage = stage()
    run("lyrics-tap", &stage)
    stage.press("Space")
    stage.send(.player(.state(.stopped)))
    stage.press("Space", "Backspace")
    #expect(panel(stage)?.tapped == [0] && stage.app.message?.text.contains("any more") == true)
  }

  @Test("a press chooses the line at which it is, and nothing leaves the window at any size")
  func mouse() throws {
    for (rows, columns) in [(10, 40), (24, 80), (40, 120), (8, 30)] {
      let text = (1...60).map { "Verse \($0)" }.joined(separator: "\n")
      var stage = stage(text, size: Size(rows: rows, columns: columns))
      run("lyrics-tap", &stage)
      stage.press("Space", "Space")
      let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines { #expect(TextWidth.columns(of: String(line)) == columns) }
      let row = try #require(lines.firstIndex { $0.contains("Verse 2 ") }, "\(rows)")
      stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: columns / 2)))))
      #expect(panel(stage)?.next == 1)
      stage.send(.input(.mouse(Mouse(.press, at: Position(row: 0, column: 0)))))
      #expect(panel(stage)?.tapped == [0, 1], "a press outside drops nothing")
    }
  }

  // MARK: Offset and editor

  @Test("the offset of a file is set, cleared and reported")
  func offset() {
    let file = FilePath("/music/untitled 1.lrc")
    var stage = stage("[00:01]a", from: .lyricsFile(file))
    for (text, offset) in [
      ("lyrics-offset +300", 300), ("lyrics-offset -40 ms", -40), ("lyrics-offset −5", -5),
      ("lyrics-offset 0", 0), ("lyrics-offset", nil as Int?),
    ] {
      run(text, &stage)
      #expect(stage.receive() == [.lyrics(.setOffset(TrackID(1), file, offset))], "\(text)")
    }
    run("lyrics-offset soon", &stage)
    #expect(stage.receive().isEmpty)
    stage.press("Esc")
    stage.send(.lyrics(.written(TrackID(1), .offsetSet(300, before: -40, file))))
    #expect(
      stage.app.message?.text
        == "Lyrics come 300 ms earlier now, by untitled 1.lrc; before: -40")
  }

  @Test("lyrics of tags are shifted in a file beside the music, after a question")
  func embeddedOffset() {
    var stage = stage("[00:10]a")
    run("lyrics-offset", &stage)
    #expect(stage.app.message?.text.contains("in the file's tags") == true)
    run("lyrics-offset 250", &stage)
    #expect(written(&stage).isEmpty)
    stage.press("Enter")
    #expect(
      written(&stage)
        == [
          NewLyrics(
            track: TrackID(1), file: Self.file, text: "[offset:+250]\n[00:10.00]a\n",
            replaces: false)
        ])
    run("lyrics-offset 250", &stage)
    stage.press("Down", "Enter")
    #expect(written(&stage).isEmpty)
  }

  @Test("lyrics without times have no offset, and without lyrics there is none to tap")
  func none() {
    var stage = stage()
    run("lyrics-offset 5", &stage)
    #expect(stage.app.message?.text.contains(":lyrics-tap") == true)
    stage = self.stage(nil)
    for command in ["lyrics-tap", "lyrics-offset"] {
      run(command, &stage)
      #expect(stage.app.message?.text.contains(":lyrics-edit") == true)
    }
    stage.press("\"")
    #expect(stage.text.contains(":lyrics-edit") && stage.text.contains(":lyrics-tap"))
    stage = Stage()
    for command in ["lyrics-tap", "lyrics-offset", "lyrics-edit"] {
      run(command, &stage)
      #expect(stage.app.message?.text == "Nothing plays")
    }
  }

  @Test("the editor gets a copy, and its end is passed on")
  func editing() {
    var stage = stage(nil)
    run("lyrics-edit", &stage)
    #expect(stage.receive() == [.lyrics(.draft(TrackID(1)))])
    let draft = LyricsDraft(
      track: TrackID(1), target: .nothing(music: FilePath("/a.flac")), copy: FilePath("/copy"),
      text: [])
    stage.send(.lyrics(.drafted(draft)))
    #expect(stage.receive() == [.terminal(.edit(draft))])
    stage.send(.lyrics(.edited(draft, .ended(0))))
    #expect(stage.receive() == [.lyrics(.finish(draft, .ended(0)))])
    stage.send(.done(.lyrics(.unchanged)))
    #expect(stage.app.message?.text.contains("nothing was written") == true)
  }
}
