import Interface
import Music
import Screen
import Testing

@Suite("Entries of a playlist")
struct EntryTests {
  private static let list = PlaylistID(3)

  private static func entry(_ id: Int64, _ track: Int, _ sound: EntryPlayback = EntryPlayback())
    -> ListRow
  {
    .entry(
      ListRow.Entry(
        id: EntryID(id), position: track + 1, track: Samples.tracks[track], slots: [], sound: sound)
    )
  }

  /// A playlist of three entries is open, and the first of them plays.
  private func stage(_ sounds: [EntryPlayback] = []) -> (Stage, PlayID) {
    var stage = Stage()
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday"), slots: [], depth: 0))
    ]
    stage.rows[ListQuery(.playlist(Self.list))] = (0..<3).map {
      Self.entry(Int64(50 + $0), $0, sounds.indices.contains($0) ? sounds[$0] : EntryPlayback())
    }
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter")
    _ = stage.receive()
    stage.send(
      .search(
        .foundToPlay(
          (0..<3).map { QueuedTrack(Samples.tracks[$0].id, entry: EntryID(Int64(50 + $0))) },
          start: 0)))
    guard case .player(.play(let request, _, _)) = stage.receive().first(where: { $0.isPlay })
    else {
      return (stage, PlayID(track: TrackID(0), serial: 0))
    }
    stage.send(.track(.entryPlaybackLoaded(request.id, sounds.first ?? EntryPlayback())))
    stage.send(.player(.state(.playing(request.id, stage.clock(.seconds(20))))))
    return (stage, request.id)
  }

  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage.receive()
  }

  @Test("a playlist that is played keeps its entries, and the player is asked for them")
  func requests() {
    var (stage, id) = stage()
    stage.send(.player(.wantsNext(after: id)))
    let next = PlayRequest(
      PlayID(track: TrackID(2), serial: 2), entry: EntryID(51),
      neighbors: [TrackID(1), TrackID(3)])
    #expect(stage.receive().contains(.player(.prepareNext(next, after: id))))
  }

  @Test(
    "commands change the selected entry",
    arguments: [
      ("entry-crossfade 5", EntryChange.crossfade(.seconds(5))),
      ("entry-crossfade off", .crossfade(nil)),
      ("entry-crossfade 2.5", .crossfade(.milliseconds(2500))),
      ("start 0:30", .start(.seconds(30))),
      ("start off", .start(nil)), ("start here", .start(.seconds(20))),
      ("end 2:03.5", .end(.milliseconds(123_500))), ("end off", .end(nil)),
      ("gain -3.5", .gain(-3.5)), ("gain off", .gain(nil)),
    ])
  func commands(line: String, change: EntryChange) {
    var (stage, _) = stage()
    #expect(run(line, &stage) == [.edit(.entries(.change([EntryID(50)], change)))])
  }

  @Test("marked entries change together, and in Now Playing the one that plays")
  func several() {
    var (stage, _) = stage()
    stage.press("v", "v")
    #expect(
      run("gain -2", &stage) == [.edit(.entries(.change([EntryID(50), EntryID(51)], .gain(-2))))])
    stage.press("Esc", "j", "Shift-Tab", "Shift-Tab")
    #expect(stage.app.focus == .nowPlaying)
    #expect(
      run("entry-crossfade 3", &stage) == [
        .edit(.entries(.change([EntryID(50)], .crossfade(.seconds(3)))))
      ])
  }

  @Test("here needs the entry to be heard, and the part needs a length")
  func refusals() {
    let part = EntryPlayback(start: .seconds(10), end: .seconds(90))
    var (stage, _) = stage([part])
    #expect(run("start 1:30", &stage).isEmpty)
    #expect(run("end 0:10", &stage).isEmpty)
    #expect(stage.app.message?.kind == .bad)
    // The position is 20 s in a part that begins at 10 s.
    #expect(
      run("end here", &stage) == [.edit(.entries(.change([EntryID(50)], .end(.seconds(30)))))])
    stage.press("j")
    #expect(run("start here", &stage).isEmpty)
    stage.press("Tab")
    #expect(run("gain -1", &stage).isEmpty)
    #expect(stage.app.message?.text.contains("entry of a playlist") == true)
  }

  @Test("a start or an end behind the end of the file is refused, with how long that is")
  func startBehindEnd() {
    var (stage, _) = stage()
    let length = Samples.tracks[0].audio.duration ?? .zero
    #expect(length > .zero)
    #expect(run("start \(Int(length.seconds))", &stage).isEmpty)
    #expect(stage.app.message?.text == "It is only \(length.clockText) long")
    #expect(run("start \(Int(length.seconds) - 1)", &stage).count == 1)
    #expect(run("end \(Int(length.seconds) + 1)", &stage).isEmpty)
    #expect(stage.app.message?.text == "It is only \(length.clockText) long")
    #expect(run("end \(Int(length.seconds))", &stage).count == 1)
  }

  @Test("the length that is named is that of the file, also where a part of it is the entry")
  func lengthOfFile() {
    let start = Duration.seconds(5)
    var (stage, _) = stage([EntryPlayback(start: start)])
    let length = (Samples.tracks[0].audio.duration ?? .zero) + start
    #expect(run("end \(Int(length.seconds) + 1)", &stage).isEmpty)
    #expect(stage.app.message?.text == "It is only \(length.clockText) long")
    #expect(run("end \(Int(length.seconds))", &stage).count == 1)
    // Where the part ends early the file's length is unknown.
    var (bounded, _) = self.stage([EntryPlayback(start: start, end: .seconds(20))])
    #expect(run("end 25", &bounded).count == 1)
  }

  @Test("an entry that comes next is named anew when it was changed, and only then")
  func changedNext() {
    var (stage, id) = stage()
    stage.send(.player(.wantsNext(after: id)))
    guard
      case .player(.prepareNext(let request?, after: _)) = stage.receive().last(where: {
        $0.isPrepare
      }
      )
    else {
      Issue.record("nothing was prepared")
      return
    }
    stage.send(.track(.entryPlaybackLoaded(request.id, EntryPlayback())))
    _ = stage.receive()
    stage.send(.library(.changed))
    #expect(stage.receive().contains(.load(.entryPlayback(request))))
    stage.send(.track(.entryPlaybackLoaded(request.id, EntryPlayback())))
    #expect(stage.receive().isEmpty)
    stage.send(.track(.entryPlaybackLoaded(request.id, EntryPlayback(crossfade: .seconds(5)))))
    guard
      case .player(.prepareNext(let again?, after: _)) = stage.receive().last(where: {
        $0.isPrepare
      })
    else {
      Issue.record("it must be named anew")
      return
    }
    #expect(again.entry == request.entry && again.id != request.id)
  }

  @Test("an entry that plays is adjusted when it was changed, and only then")
  func changedPlaying() {
    var (stage, id) = stage()
    stage.send(.track(.entryPlaybackLoaded(id, EntryPlayback())))
    _ = stage.receive()
    stage.send(.library(.changed))
    let asked = stage.receive().contains { effect in
      if case .load(.entryPlayback(let request)) = effect { request.id == id } else { false }
    }
    #expect(asked)
    stage.send(.track(.entryPlaybackLoaded(id, EntryPlayback(start: .seconds(30), gain: -3))))
    let adjusted = stage.receive().contains { effect in
      if case .player(.adjust(let request)) = effect { request.id == id } else { false }
    }
    #expect(adjusted)
    // The item began at the file's start, so its positions count from there.
    stage.press("c")
    #expect(stage.receive() == [.edit(.cues(.add(Cue(time: .seconds(20)), to: id.track)))])
    stage.send(.track(.entryPlaybackLoaded(id, EntryPlayback(start: .seconds(30), gain: -3))))
    #expect(stage.receive().isEmpty)
  }

  @Test("a row shows how its entry is played where there is room")
  func markers() {
    let sound = EntryPlayback(
      crossfade: .seconds(5), start: .seconds(30), end: nil, gain: -3)
    var (stage, _) = stage([sound])
    // The heading shows all settings of the selected entry, its row as many as fit.
    #expect(stage.text.contains("⨯5s −3dB 0:30–"))
    stage.press("j")
    #expect(!stage.text.contains("0:30–"))
    #expect(stage.text.contains("⨯5s"))
    // Where there is little room, the title takes precedence.
    stage.send(.resized(Size(rows: 10, columns: 34)))
    #expect(stage.text.contains("Aerodynamic"))
    #expect(!stage.text.contains("−3dB"))
  }

  @Test("a cue is set and gone to in the time of the file")
  func cueTimes() {
    var (stage, _) = stage([EntryPlayback(start: .seconds(60))])
    stage.press("c")
    #expect(stage.receive() == [.edit(.cues(.add(Cue(time: .seconds(80)), to: TrackID(1))))])
    stage.cues = [Cue(id: CueID(1), time: .seconds(90))]
    stage.press("C", "Enter")
    #expect(stage.receive() == [.player(.seek(.seconds(30)))])
  }
}

extension Effect {
  fileprivate var isPlay: Bool { if case .player(.play) = self { true } else { false } }
  fileprivate var isPrepare: Bool { if case .player(.prepareNext) = self { true } else { false } }
}
