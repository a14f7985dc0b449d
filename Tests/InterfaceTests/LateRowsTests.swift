import Interface
import Music
import Screen
import Testing

/// Rows that were requested before a key was pressed, and come after it.
@Suite("Late rows")
struct LateRowsTests {
  /// Songs with the cursor on the sixth, requested again, and the request's query and serial.
  private func asked() throws -> (Stage, ListQuery, Int) {
    let tracks = (1...20).map {
      Track(id: TrackID(Int64($0)), source: .file(FilePath("/music/\($0).flac")))
    }
    var stage = Stage(rows: 40, columns: 120, tracks: tracks)
    stage.press("j", "j", "j", "j", "j")
    for effect in stage.app.handle(.library(.changed)) {
      guard case .list(.load(.library, let query, _, let anchor, let serial)) = effect else {
        continue
      }
      #expect(anchor == stage.library.dropFirst(5).first.map { .track($0.id) })
      return (stage, query, serial)
    }
    throw Missing()
  }

  private struct Missing: Error {}

  private func window(_ query: ListQuery, _ tracks: [Track], anchor: TrackID) -> ListWindow {
    ListWindow(
      query: query, count: tracks.count, trackCount: tracks.count, start: 0,
      rows: tracks.map { .track($0, slots: []) },
      anchorIndex: tracks.firstIndex { $0.id == anchor })
  }

  @Test("a key that was pressed meanwhile holds, wherever rows came or went")
  func keyHolds() throws {
    for removed in [nil, 0, 2, 8] {
      var (stage, query, serial) = try asked()
      var tracks = stage.library
      let anchor = tracks[5].id, below = tracks[6].id
      if let removed { tracks.remove(at: removed) }
      let key = try #require(KeySequence("j")?.keys.first)
      _ = stage.app.handle(.input(.key(key)))
      _ = stage.app.handle(
        .list(.loaded(.library, window(query, tracks, anchor: anchor), serial: serial)))
      #expect(stage.app.library.selectedRow?.id == .track(below))
    }
  }

  @Test("where the row that was gone to is not there any more, the next one is")
  func rowGone() throws {
    var (stage, query, serial) = try asked()
    var tracks = stage.library
    let anchor = tracks[5].id
    tracks.remove(at: 6)
    let key = try #require(KeySequence("j")?.keys.first)
    _ = stage.app.handle(.input(.key(key)))
    _ = stage.app.handle(
      .list(.loaded(.library, window(query, tracks, anchor: anchor), serial: serial)))
    #expect(stage.app.library.selected == 6)
  }

  @Test("with no key pressed, the cursor stays on its row")
  func cursorStays() throws {
    var (stage, query, serial) = try asked()
    var tracks = stage.library
    let anchor = tracks[5].id
    tracks.removeFirst(2)
    _ = stage.app.handle(
      .list(.loaded(.library, window(query, tracks, anchor: anchor), serial: serial)))
    #expect(stage.app.library.selectedRow?.id == .track(anchor))
    #expect(stage.app.library.selected == 3)
  }
}
