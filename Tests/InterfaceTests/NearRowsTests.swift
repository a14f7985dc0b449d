import Interface
import Music
import Screen
import Testing

/// Rows that are loaded before the keys that show them.
@Suite("Rows near the screen")
struct NearRowsTests {
  /// A list of many songs on a screen of 40 rows.
  private func stage() -> Stage {
    Stage(
      rows: 40, columns: 120,
      tracks: (1...5_000).map {
        Track(id: TrackID(Int64($0)), source: .file(FilePath("/music/\($0).flac")))
      })
  }

  @Test("pages and the ends of the list are at hand while requests are under way")
  func atHand() {
    var stage = stage()
    stage.press("PgDn", "PgDn")
    stage.holdsLists = true
    for key in ["PgDn", "G", "g", "G"] {
      stage.press(key)
      #expect(stage.app.library.selectedRow != nil && !stage.app.awaitsChange, "\(key)")
      #expect(
        stage.app.library.selectedRow?.id == .track(TrackID(Int64(stage.app.library.selected + 1))))
    }
  }

  @Test("the ends are asked for once, and again when the list may have changed")
  func asksOnce() {
    var stage = stage()
    func endsAskedFor(since count: Int) -> [Int] {
      stage.loads.dropFirst(count).compactMap {
        if case .list(.load(.library, _, let wanted, _, _)) = $0 { wanted.ends } else { nil }
      }
    }
    let before = stage.loads.count
    stage.press("PgDn", "PgDn", "PgDn", "PgDn", "PgDn", "PgDn")
    let paged = endsAskedFor(since: before)
    #expect(!paged.isEmpty && paged.allSatisfy { $0 == 0 })
    let after = stage.loads.count
    stage.send(.library(.changed))
    #expect(endsAskedFor(since: after).contains { $0 > 0 })
  }

  @Test("rows that are late for an end give way to those of the end, which shows by then")
  func lateAnswer() throws {
    var stage = stage()
    stage.holdsAnswers = true
    stage.press("PgDn", "PgDn", "PgDn", "PgDn")
    stage.press("G")
    stage.deliver()
    #expect(stage.app.library.selected == 4_999)
    #expect(stage.app.library.selectedRow?.id == .track(TrackID(5_000)))
    #expect(!stage.app.awaitsChange)
  }

  @Test("rows that an answer lacks are not asked for over and over")
  func lackingRows() throws {
    var stage = stage()
    stage.holdsLists = true
    stage.press("G")
    let load = try #require(stage.loads.last)
    guard case .list(.load(let slot, let query, let wanted, _, let serial)) = load else {
      Issue.record("\(load)")
      return
    }
    // The first of the wanted rows is not found.
    let range = wanted.range.clamped(to: 0..<5_000)
    let rows = range.dropFirst().map { index in
      ListRow.track(
        Track(id: TrackID(Int64(index + 1)), source: .file(FilePath("/music/\(index).flac"))),
        slots: [])
    }
    let before = stage.loads.count
    stage.send(
      .list(
        .loaded(
          slot,
          ListWindow(
            query: query, count: 5_000, trackCount: 5_000, start: range.lowerBound, rows: rows),
          serial: serial)))
    #expect(stage.loads.count - before <= 1)
  }

  @Test("while letters are typed, only visible rows are asked for")
  func typing() {
    var stage = stage()
    stage.press("PgDn", "/")
    let before = stage.loads.count
    stage.type("1")
    #expect(stage.loads.count - before == 1)
    stage.press("Enter")
    #expect(stage.loads.count - before == 2)
  }
}
