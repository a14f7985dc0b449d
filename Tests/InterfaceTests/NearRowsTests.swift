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
}
