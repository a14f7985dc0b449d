import Interface
import Music
import Screen
import Testing

/// Entries that are virtual tracks of one file, as from a CUE sheet.
@Suite("Pieces of a file")
struct VirtualTrackTests {
  private static let list = ListQuery(.playlist(PlaylistID(3)))
  private static let names = ["Dawn", "Noon", "Dusk"]
  private static let file = Samples.tracks[1]

  private static let queued = (0..<3).map { QueuedTrack(file.id, entry: EntryID(Int64(50 + $0))) }

  /// A sheet was opened: its playlist shows, and its first virtual track plays.
  private func stage() -> (Stage, PlayID) {
    var stage = Stage()
    stage.rows[Self.list] = Self.names.enumerated().map { index, name in
      let sound = EntryPlayback(
        start: index == 0 ? nil : .seconds(index * 60), end: .seconds(index * 60 + 60),
        isVirtualTrack: true)
      return .entry(
        ListRow.Entry(
          id: EntryID(Int64(50 + index)), position: index + 1,
          track: Self.file.resolved(as: sound, title: name, artist: "Ola Marsh"), slots: [],
          sound: sound))
    }
    stage.send(.playlists(.opened(Samples.playlist(3, "Pier Nine", 3))))
    stage.send(.search(.foundToPlay(Self.queued, start: 0)))
    let first = stage.obey() ?? PlayID(track: TrackID(0), serial: 0)
    return (stage, first)
  }

  /// The names of the rows that are marked as playing.
  private func marked(_ stage: Stage) -> [String] {
    Self.names.filter { name in
      stage.text.split(separator: "\n").contains { line in
        line.ranges(of: name).contains { line[..<$0.lowerBound].trimmed.hasSuffix("▶") }
      }
    }
  }

  /// The item prepared as the next.
  private func prepared(_ stage: inout Stage) -> PlayRequest? {
    for case .player(.prepareNext(let request?, after: _)) in stage.receive().reversed() {
      return request
    }
    return nil
  }

  @Test("an opened sheet shows as a playlist, with names and lengths of its own")
  func opened() {
    let (stage, _) = stage()
    #expect(stage.app.focus == .playlists)
    #expect(stage.app.openPlaylist == PlaylistID(3))
    #expect(stage.text.contains("◂ Pier Nine"))
    let rows = stage.text.split(separator: "\n")
    for name in Self.names {
      #expect(rows.contains { $0.contains(name) && $0.trimmed.hasSuffix("1:00 │") })
    }
    // The bounds in the file do not show.
    #expect(!stage.text.contains("–2:00"))
  }

  @Test("what plays and comes next is called as its entry calls it, and only that row is marked")
  func boundary() throws {
    var (stage, first) = stage()
    #expect(stage.app.playing.track?.title == "Dawn")
    #expect(stage.app.playing.nextTrack?.title == "Noon")
    #expect(stage.text.contains("│ Dawn "))
    #expect(stage.text.contains("Next  Noon  Ola Marsh"))
    #expect(marked(stage) == ["Dawn"])
    let next = try #require(prepared(&stage))
    #expect(next.entry == EntryID(51) && next.id.track == first.track)
    stage.send(.player(.finished(first, heard: 1, reachedEnd: true)))
    stage.send(.player(.state(.playing(next.id, stage.clock()))))
    #expect(stage.text.contains("│ Noon "))
    #expect(marked(stage) == ["Noon"])
    stage.send(.player(.wantsNext(after: next.id)))
    #expect(stage.app.playing.nextTrack?.title == "Dusk")
    // Both virtual tracks are of one track: an edit elsewhere must not mix them up.
    stage.send(.library(.changed))
    #expect(stage.app.playing.track?.title == "Noon")
    #expect(stage.app.playing.nextTrack?.title == "Dusk")
  }

  @Test("next and previous, repeat and shuffle go from piece to piece")
  func order() {
    var (stage, _) = stage()
    stage.press(">")
    let second = stage.obey()
    #expect(stage.app.playing.track?.title == "Noon")
    stage.press("<")
    #expect(stage.obey() != second)
    #expect(stage.app.playing.track?.title == "Dawn")
    stage.press("r", "r")
    #expect(stage.app.playing.nextTrack?.title == "Dawn")
    stage.press("r", "s")
    var heard: [String] = []
    for _ in 0..<3 {
      heard.append(stage.app.playing.track?.title ?? "")
      stage.press(">")
      stage.obey()
    }
    #expect(heard.sorted() == Self.names.sorted())
  }

  @Test("a piece that cannot be played is named, and a piece is what a mix gets")
  func commands() {
    var (stage, first) = stage()
    let board = MixBoard(playlists: [.one: Samples.playlist(9, "Mix")])
    stage.send(.playlists(.mixBoardLoaded(board, serial: nil)))
    stage.app.focus = .nowPlaying
    _ = stage.receive()
    stage.press("1")
    #expect(stage.receive() == [.edit(.entries(.addToSlot(.one, .tracks([Self.queued[0]]))))])
    stage.send(.player(.failed(first, reason: "the disk is gone")))
    #expect(stage.app.message?.text == "Cannot play “Dawn”: the disk is gone")
  }

  @Test("a restart goes on with the piece that was heard")
  func restart() {
    let (stage, _) = stage()
    var again = Stage()
    again.rows = stage.rows
    again.send(.session(.restored(stage.app.session, stage.app.queue)))
    again.obey()
    #expect(again.app.playing.track?.title == "Dawn")
    #expect(again.app.queue[1] == Self.queued[1])
  }

  @Test("open takes a path or the address of a stream")
  func open() {
    var (stage, _) = stage()
    func run(_ line: String) -> [Effect] {
      _ = stage.receive()
      stage.press(":")
      stage.type(line)
      stage.press("Enter")
      return stage.receive()
    }
    #expect(run("open ~/a b.cue") == [.find(.path(FilePath("~/a b.cue"), serial: 2))])
    #expect(
      run("open https://x.y/z").contains { if case .find(.stream) = $0 { true } else { false } })
    #expect(run("open ftp://x.y/z").isEmpty)
    #expect(stage.app.message?.kind == .bad)
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    var text = String(self)
    while text.last == " " { text.removeLast() }
    return text
  }
}
