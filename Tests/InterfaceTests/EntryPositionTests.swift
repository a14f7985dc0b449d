import Interface
import Music
import Screen
import Testing

@Suite("Moving entries")
struct EntryPositionTests {
  private static let list = PlaylistID(3)
  private let query = ListQuery(.playlist(list))

  /// A playlist of 40 entries is open, numbered from 100.
  private func stage() -> Stage {
    var stage = Stage()
    stage.rows[ListQuery(.playlists)] = [
      .playlist(
        ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday", 40), slots: [], depth: 0))
    ]
    stage.rows[query] = (0..<40).map {
      .entry(
        ListRow.Entry(
          id: EntryID(Int64(100 + $0)), position: $0 + 1, track: Samples.tracks[$0 % 8], slots: []))
    }
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter")
    _ = stage.receive()
    return stage
  }

  private func entry(_ number: Int64) -> RowID { .entry(EntryID(100 + number)) }

  /// The screen position of a row of the list.
  private func place(_ row: Int, _ stage: Stage) -> Position {
    let top =
      stage.text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("◂ Friday") } ?? 0
    return Position(row: top + 1 + row - stage.app.playlistsList.top, column: 100)
  }

  private func mouse(_ action: Mouse.Action, _ row: Int, _ stage: inout Stage) {
    stage.send(.input(.mouse(Mouse(action, at: place(row, stage)))))
  }

  @Test("J K ^ and $ move the entry, or all that are marked, however far apart")
  func keys() {
    var stage = stage()
    stage.press("j", "J")
    #expect(
      stage.receive() == [.edit(.entries(.move(.rows([entry(1)], query), of: Self.list, .by(1))))])
    stage.press("^", "$")
    #expect(
      stage.receive() == [
        .edit(.entries(.move(.rows([entry(1)], query), of: Self.list, .top))),
        .edit(.entries(.move(.rows([entry(1)], query), of: Self.list, .bottom))),
      ])
    stage.press("v", "G", "v", "K")
    #expect(
      stage.receive()
        == [.edit(.entries(.move(.rows([entry(1), entry(39)], query), of: Self.list, .by(-1))))])
    stage.press("Esc", "V", "g", "v", "$")
    #expect(
      stage.receive() == [
        .edit(.entries(.move(.all(query, except: [entry(0)]), of: Self.list, .bottom)))
      ])
  }

  @Test("an entry is dragged to where it is let go, which shows meanwhile")
  func drag() {
    var stage = stage()
    mouse(.press, 2, &stage)
    mouse(.drag, 4, &stage)
    #expect(stage.text.contains("▼"))
    #expect(stage.app.message?.text.contains("Esc leaves it") == true)
    mouse(.drag, 5, &stage)
    mouse(.release, 5, &stage)
    #expect(
      stage.receive()
        == [.edit(.entries(.move(.rows([entry(2)], query), of: Self.list, .after(EntryID(105)))))])
    #expect(!stage.text.contains("▼"))
    mouse(.press, 6, &stage)
    mouse(.drag, 1, &stage)
    #expect(stage.text.contains("▲"))
    mouse(.release, 1, &stage)
    #expect(
      stage.receive()
        == [.edit(.entries(.move(.rows([entry(6)], query), of: Self.list, .before(EntryID(101)))))])
  }

  @Test("marked entries are dragged together by any of them, another one alone")
  func dragMarked() {
    var stage = stage()
    stage.press("v", "j", "v")
    mouse(.press, 2, &stage)
    mouse(.drag, 6, &stage)
    mouse(.release, 6, &stage)
    #expect(
      stage.receive() == [
        .edit(
          .entries(.move(.rows([entry(0), entry(2)], query), of: Self.list, .after(EntryID(106)))))
      ])
    mouse(.press, 4, &stage)
    mouse(.drag, 3, &stage)
    mouse(.release, 3, &stage)
    #expect(
      stage.receive()
        == [.edit(.entries(.move(.rows([entry(4)], query), of: Self.list, .before(EntryID(103)))))])
  }

  @Test("Escape, another pane and the same row leave a dragged entry where it was")
  func cancel() {
    var stage = stage()
    mouse(.press, 2, &stage)
    mouse(.drag, 4, &stage)
    stage.press("Esc")
    #expect(stage.app.playlistsList.selected == 2)
    mouse(.release, 4, &stage)
    mouse(.press, 2, &stage)
    mouse(.drag, 4, &stage)
    stage.send(.input(.mouse(Mouse(.drag, at: Position(row: 10, column: 5)))))
    #expect(stage.app.message?.text == "Not moved")
    mouse(.drag, 5, &stage)
    mouse(.release, 5, &stage)
    mouse(.press, 7, &stage)
    mouse(.drag, 8, &stage)
    mouse(.drag, 7, &stage)
    mouse(.release, 7, &stage)
    #expect(stage.receive().isEmpty)
  }

  @Test("a row of the queue is dragged, too")
  func queue() {
    var stage = stage()
    stage.send(.search(.foundToQueue(Samples.tracks.map { QueuedTrack($0.id) }, next: false)))
    stage.press("]")
    _ = stage.receive()
    let top = stage.app.playlistsList.top
    #expect(top == 0)
    let row =
      stage.text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex {
        $0.dropFirst(56).contains("Aerodynamic")
      } ?? 0
    for (action, offset) in [(Mouse.Action.press, 0), (.drag, 2), (.release, 2)] {
      stage.send(
        .input(.mouse(Mouse(action, at: Position(row: row + offset, column: 100)))))
    }
    #expect(stage.app.queue.tracks.prefix(3) == [TrackID(2), TrackID(3), TrackID(1)])
  }

  @Test("what is left of the playlist is asked for once, and runs with the speed")
  func remaining() {
    var stage = stage()
    stage.totals[query] = PlayTotal(entries: 40, missing: 2, unknown: 1, duration: .seconds(7_451))
    stage.remaining = PlayTotal(entries: 30, duration: .seconds(3_600))
    stage.send(.library(.changed))
    #expect(stage.text.contains("40 entries  at least 2:04:11  2 missing"))
    stage.send(.resized(Size(rows: 40, columns: 100)))
    #expect(stage.text.contains("40  at least 2:04:11  2 missing"))
    #expect(stage.app.remainingTime == nil)
    stage.send(
      .search(
        .foundToPlay(
          (0..<8).map { QueuedTrack(Samples.tracks[$0].id, entry: EntryID(Int64(100 + $0))) },
          start: 0)))
    guard let id = stage.obey() else { return }
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(30))))))
    #expect(stage.app.remainingTime == .seconds(3_570))
    stage.press("}", "}", "}", "}", "}")
    #expect(stage.app.remainingTime == .seconds(3_570) / 1.25)
    #expect(stage.text.contains("40  ≥2:04:11  2 missing  −47:36"))
    // A filtered list shows its count, not the playlist's remaining time.
    stage.rows[ListQuery(.playlist(Self.list), filter: "x")] = []
    stage.press("/")
    stage.type("x")
    #expect(!stage.text.contains("47:36"))
  }
}
