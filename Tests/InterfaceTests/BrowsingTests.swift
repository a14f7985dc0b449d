import Music
import Screen
import Testing

@testable import Interface

/// Panes and lists without an app or a library.
@Suite("Browsing, driven by itself")
struct BrowsingTests {
  private func browsing(rows: Int = 40) -> Browsing {
    Browsing(size: Size(rows: rows, columns: 120), mode: .songs)
  }

  @Test("an answer to an older request changes nothing")
  func staleAnswer() throws {
    var browsing = browsing()
    let first = try browsing.request()
    browsing.markStale()
    let second = try browsing.request()
    let before = browsing
    browsing.answer(first, tracks: 5)
    #expect(browsing == before)
    browsing.answer(second, tracks: 3)
    #expect(browsing.library.count == 3 && !browsing.library.isLoading)
    #expect(browsing.requests().isEmpty)
  }

  @Test("whoever comes back from a list finds the cursor where it was")
  func cursorKept() throws {
    var browsing = browsing()
    browsing.answer(try browsing.request(), tracks: 20)
    browsing.move(toRow: 7)
    browsing.push(ListQuery(.artist("Mika")))
    browsing.answer(try browsing.request(), tracks: 4)
    #expect(browsing.library.query.source == .artist("Mika") && browsing.library.selected == 0)
    let hasLeft = browsing.pop()
    #expect(hasLeft && browsing.library.query.source == .songs && browsing.library.selected == 7)
    #expect(try browsing.request().anchor == .track(TrackID(8)))
    let hasLeftFirst = browsing.pop()
    #expect(!hasLeftFirst)
  }

  @Test("every list that went stale is asked for, but not before it shows")
  func staleLists() throws {
    var browsing = browsing()
    browsing.answer(try browsing.request(), tracks: 3)
    browsing.browse(.artists)
    browsing.answer(try browsing.request(), tracks: 3)
    browsing.markStale()
    #expect(try browsing.request().query.source == .artists)
    #expect(browsing.requests().isEmpty)
    browsing.browse(.songs)
    #expect(try browsing.request().query.source == .songs)
  }

  @Test("a list that was left while its rows were on their way asks again when it shows")
  func leftList() throws {
    var browsing = browsing()
    let left = try browsing.request()
    browsing.browse(.artists)
    let shown = try browsing.request()
    browsing.answer(left, tracks: 20)
    #expect(!browsing.library.hasLoaded)
    browsing.browse(.songs)
    #expect(!browsing.library.hasLoaded)
    browsing.answer(try browsing.request(), tracks: 20)
    browsing.answer(shown, tracks: 2)
    #expect(browsing.library.count == 20)
  }

  @Test("rows that could not be read are asked for again at a key, not at once")
  func failedLoad() throws {
    var browsing = browsing()
    let failed = try browsing.request()
    browsing.loadFailed(.library, serial: failed.serial)
    #expect(browsing.requests().isEmpty)
    browsing.retryFailedLoads()
    #expect(try browsing.request().serial > failed.serial)
  }

  @Test("the cursor shows after every resize, and stays on its row", arguments: [24, 30, 10, 7])
  func resized(rows: Int) throws {
    var browsing = browsing(rows: 60)
    browsing.answer(try browsing.request(), tracks: 100)
    browsing.move(toRow: 47)
    for size in [Size(rows: rows, columns: 120), Size(rows: 60, columns: 120)] {
      browsing.resize(to: size)
      let list = browsing.library
      #expect(list.selected == 47)
      #expect((list.top..<list.top + browsing.height(of: .library)).contains(47))
    }
  }

  @Test("where only one pane has room, only its list is asked for")
  func onePane() {
    var browsing = browsing()
    #expect(browsing.visibleSlots == [.library, .playlists])
    browsing.resize(to: Size(rows: 20, columns: 60))
    #expect(browsing.visibleSlots == [.library])
    browsing.focus = .playlists
    browsing.showQueue()
    #expect(browsing.visibleSlots == [.queue])
    browsing.focus = .mix
    #expect(browsing.visibleSlots.isEmpty)
  }

  @Test("Enter on an empty list plays what a scan finds, unless a key follows", arguments: [3, 4])
  func playsWhenFound(inputs: Int) throws {
    var browsing = browsing()
    browsing.answer(try browsing.request(), tracks: 0)
    browsing.playWhenFound(after: 3)
    browsing.markStale()
    browsing.answer(try browsing.request(), tracks: 0, inputs: 3, isScanning: true)
    browsing.markStale()
    let request = try browsing.request()
    let response = browsing.answer(request, tracks: 2, inputs: inputs, isScanning: true)
    let first = try #require(browsing.library.window.rows.first)
    #expect(response == (inputs == 3 ? Response([], .rowFound(first, request.query)) : []))
  }

  @Test("an open playlist, the pane and the order come back at the next start")
  func restored() throws {
    var browsing = browsing()
    _ = browsing.sort(by: .bpm)
    browsing.answer(try browsing.request(), tracks: 20)
    browsing.move(toRow: 9)
    browsing.open(Samples.playlist(4, "Warm-up"))
    var session = Session()
    browsing.save(in: &session)
    var restored = self.browsing()
    restored.restore(session)
    #expect(restored.focus == .playlists && restored.openPlaylist == PlaylistID(4))
    #expect(restored.openPlaylistName == "Warm-up")
    #expect(restored.library.query.sort == .bpm && restored.library.selected == 9)
  }

  @Test("two presses on a line are a double click; a third one, or one elsewhere, begins anew")
  func doubleClick() {
    var browsing = browsing()
    let now = ContinuousClock.now
    let isSecond = [(3, 0), (3, 300), (3, 350), (4, 400), (4, 900)].map { row, milliseconds in
      browsing.click(
        at: Position(row: row, column: 5), at: now.advanced(by: .milliseconds(milliseconds))) != nil
    }
    #expect(isSecond == [false, true, false, false, false])
  }
}

extension Browsing {
  fileprivate struct Request {
    var query: ListQuery
    var anchor: RowID?
    var serial: Int
  }

  private struct NothingAsked: Error {}

  /// The requests for rows of the library pane.
  fileprivate mutating func requests() -> [Request] {
    missingLoads(of: PlayQueue(), afterEdits: true, isTyping: false).compactMap { effect in
      guard case .list(.load(.library, let query, _, let anchor, let serial)) = effect else {
        return nil
      }
      return Request(query: query, anchor: anchor, serial: serial)
    }
  }

  fileprivate mutating func request() throws -> Request {
    guard let request = requests().first else { throw NothingAsked() }
    return request
  }

  @discardableResult
  fileprivate mutating func answer(
    _ request: Request, tracks count: Int, inputs: Int = 0, isScanning: Bool = false
  ) -> Response {
    let rows = (0..<count).map { index in
      ListRow.track(
        Track(id: TrackID(Int64(index + 1)), source: .file(FilePath("/\(index)"))), slots: [])
    }
    let window = ListWindow(query: request.query, count: count, trackCount: count, rows: rows)
    return receive(
      window, for: .library, serial: request.serial, inputs: inputs, isScanning: isScanning)
  }
}
