import Music
import Screen
import Testing

@testable import Interface

@Suite("Groups on the screen")
struct GroupTests {
  private func header(_ key: String, isCollapsed: Bool) -> ListRow {
    .group(
      ListRow.Group(
        key: key, text: "Group \(key)", tracks: 2, duration: .seconds(60), bpm: 120.4,
        isCollapsed: isCollapsed))
  }

  private func rows(_ query: ListQuery) -> [ListRow] {
    ["a", "b"].enumerated().flatMap { index, key -> [ListRow] in
      let isHidden = query.collapsed.contains(key)
      let tracks = Samples.tracks[(index * 2)..<(index * 2 + 2)]
      return [header(key, isCollapsed: isHidden)]
        + (isHidden
          ? []
          : tracks.map { track in
            query.source == .songs
              ? .track(track, slots: [])
              : .entry(
                ListRow.Entry(
                  id: EntryID(track.id.rawValue), position: Int(track.id.rawValue), track: track,
                  slots: []))
          })
    }
  }

  /// A stage whose songs or playlist have two groups of two.
  private func stage(_ source: ListSource = .songs) throws -> Stage {
    var stage = Stage()
    let template = try GroupTemplate("{Artist}")
    var query = ListQuery(source, template: source == .songs ? template : nil)
    for keys in [[], ["a"], ["b"], ["a", "b"]] {
      query.collapsed = CollapsedGroups()
      for key in keys { query.collapsed.toggle(key) }
      stage.rows[query] = rows(query)
    }
    query.collapsed = .all
    stage.rows[query] = rows(query)
    if source == .songs {
      stage.press(":")
      stage.type("template artist")
      stage.press("Enter")
    } else {
      stage.rows[ListQuery(.playlists)] = [
        .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(1, "P"), slots: [], depth: 0))
      ]
      stage.send(.library(.changed))
      stage.press("Shift-Tab", "Enter")
    }
    stage.press("g")
    _ = stage.receive()
    return stage
  }

  @Test("y collapses the group at the cursor and expands it, Y all of them")
  func collapsing() throws {
    var stage = try stage()
    #expect(stage.app.library.count == 6)
    stage.press("j", "y")
    #expect(stage.app.library.count == 4)
    #expect(stage.text.contains("▸ Group a"))
    #expect(stage.text.contains("▾ Group b"))
    stage.press("g", "y")
    #expect(stage.app.library.count == 6)
    stage.press("Y")
    #expect(stage.app.library.count == 2)
    stage.press("Y")
    #expect(stage.app.library.count == 6)
  }

  @Test("what is collapsed is so again when the list is opened again")
  func kept() throws {
    var stage = try stage(.playlist(PlaylistID(1)))
    stage.press("y", "Backspace", "Enter")
    #expect(stage.app.playlistsList.query.collapsed.contains("a"))
    #expect(stage.app.playlistsList.count == 4)
  }

  @Test("the cursor's group is known where its header is far above")
  func farHeader() throws {
    var stage = try stage()
    var query = stage.app.library.query
    let serial = stage.app.library.window.count
    #expect(serial == 6)
    query.collapsed.toggle("far")
    stage.rows[query] = [header("far", isCollapsed: true)]
    // A window that begins in the middle of a group.
    stage.rows[stage.app.library.query] = nil
    let window = ListWindow(
      query: stage.app.library.query, count: 500, trackCount: 499, start: 200,
      rows: (200..<400).map {
        .track(Track(id: TrackID($0), source: .file(FilePath("/x"))), slots: [])
      },
      openGroup: "far", template: try GroupTemplate("{Artist}"))
    stage.app.browsing.library.window = window
    stage.app.browsing.library.selected = 300
    stage.app.browsing.library.top = 290
    // The rows near them do not come.
    stage.holdsLists = true
    stage.press("k", "y")
    #expect(stage.app.library.query == query)
  }

  @Test("a header shows its count, its time and its tempo, and stands for its tracks")
  func header() throws {
    var stage = try stage()
    #expect(stage.text.contains("120 BPM    2    1:00"))
    let group = Selection.rows([.group("a")], stage.app.library.query)
    stage.press("Enter")
    #expect(stage.receive() == [.find(.toPlay(group, start: nil, serial: 1))])
    stage.press("e", "E")
    #expect(
      stage.receive() == [
        .find(.toQueue(group, next: false, serial: 2)),
        .find(.toQueue(group, next: true, serial: 3)),
      ])
    stage.send(
      .playlists(.mixBoardLoaded(MixBoard(playlists: [.two: Samples.playlist(2, "Peak")]))))
    stage.press("2")
    #expect(stage.receive() == [.edit(.entries(.addToSlot(.two, group)))])
    stage.press("v")
    #expect(stage.app.library.marks.contains(.group("a")))
    stage.press("e")
    #expect(stage.receive() == [.find(.toQueue(group, next: false, serial: 4))])
  }

  @Test("J and K move whole groups of a playlist, and say elsewhere why they do not")
  func moving() throws {
    var stage = try stage(.playlist(PlaylistID(1)))
    let query = ListQuery(.playlist(PlaylistID(1)))
    stage.press("J")
    #expect(stage.receive() == [.edit(.templates(.moveGroups(["a"], query, by: 1)))])
    stage.press("K", "v", "j", "j", "v", "K")
    #expect(
      stage.receive() == [
        .edit(.templates(.moveGroups(["a"], query, by: -1))),
        .edit(.templates(.moveGroups(["a", "b"], query, by: -1))),
      ])
    var songs = try self.stage()
    songs.press("J")
    #expect(songs.receive() == [])
    #expect(songs.app.message?.text.contains("follow the order of the list") == true)
  }

  @Test("d on a header takes all of its entries out")
  func removing() throws {
    var stage = try stage(.playlist(PlaylistID(1)))
    stage.press("d")
    #expect(
      stage.receive() == [
        .edit(.entries(.removeSelected(.rows([.group("a")], ListQuery(.playlist(PlaylistID(1)))))))
      ])
  }

  @Test("a click on the sign of a header collapses it")
  func mouse() throws {
    var stage = try stage()
    let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("▾ Group b") })
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 2)))))
    #expect(stage.app.library.query.collapsed.contains("b"))
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 12)))))
    #expect(stage.app.library.query.collapsed.contains("b"))
  }

  @Test("where there is no group nothing collapses, and the line says what to do")
  func none() {
    var stage = Stage()
    stage.press("y")
    #expect(stage.app.message?.text.contains("U groups the list") == true)
    stage.press("Y")
    #expect(stage.app.library.query.collapsed.isEmpty)
  }
}
