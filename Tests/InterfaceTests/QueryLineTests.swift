import Interface
import Music
import Screen
import Testing

@Suite("Queries in the filter line, and lists that are made of them")
struct QueryLineTests {
  @Test("a mistake is marked and explained, and the list stays as it was")
  func mistake() throws {
    var stage = Stage()
    stage.press("/")
    stage.type("lune year:199")
    #expect(stage.app.library.query.filter == "lune year:199")
    stage.type("x")
    #expect(stage.app.library.query.filter == "lune year:199")
    guard case .prompt(let prompt) = stage.app.overlays.last else {
      Issue.record("the filter line is closed")
      return
    }
    #expect(prompt.mistakeAt == 10)
    #expect(stage.text.contains("Column 11: “199x” is no year"))
    let frame = stage.frame
    let row = try #require((0..<40).first { frame.text(ofRow: $0).contains("/ lune year:199x") })
    let text = frame.text(ofRow: row)
    let column = try #require(text.firstRange(of: "199x"))
    let position = TextWidth.columns(of: String(text[..<column.lowerBound]))
    #expect(stage.frame[row, position].face == .warning)
    #expect(stage.frame[row, position - 1].face == .text)
    stage.press("Enter")
    #expect(!stage.app.overlays.isEmpty)
    stage.press("Backspace")
    #expect(!stage.text.contains("is no year"))
    stage.press("Enter")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("what is half-typed is no mistake")
  func halfTyped() {
    var stage = Stage()
    stage.press("/")
    stage.type("artist:")
    guard case .prompt(let prompt) = stage.app.overlays.last else {
      Issue.record("the filter line is closed")
      return
    }
    #expect(prompt.mistake == nil)
    #expect(stage.app.library.query.filter == "artist:")
  }

  @Test("Escape clears a line with a mistake too")
  func escape() {
    var stage = Stage()
    stage.press("/")
    stage.type("artst:x")
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.library.query.filter.isEmpty)
  }

  @Test("the lists that are always there open in their own order")
  func builtIn() {
    var stage = Stage()
    stage.rows[ListQuery(.lists)] = BuiltInList.allCases.map {
      .list(ListRow.BuiltIn(list: $0, tracks: 3))
    }
    stage.send(.resized(stage.app.size))
    stage.press("]", "]", "]", "]", "]", "]")
    #expect(stage.app.mode == .lists)
    #expect(stage.text.contains("Recently added"))
    stage.press("j", "j", "Enter")
    #expect(
      stage.app.library.query
        == ListQuery.folded(.smart(.mostPlayed), sort: .plays, isDescending: true))
    stage.press("Backspace")
    #expect(stage.app.library.query.source == .lists)
  }

  @Test("each kind of list keeps the order that was chosen for it, over a restart too")
  func sorts() {
    var stage = Stage()
    stage.rows[ListQuery(.lists)] = [.list(ListRow.BuiltIn(list: .loved, tracks: 3))]
    stage.press("Ctrl-O", "O")
    #expect(stage.app.library.query == ListQuery.folded(.songs, sort: .title, isDescending: true))
    stage.press("]", "]", "]", "]", "]", "]", "Enter", "Ctrl-O")
    #expect(stage.app.library.query == ListQuery.folded(.smart(.loved), sort: .title))
    stage.press("Backspace", "Enter")
    #expect(stage.app.library.query == ListQuery.folded(.smart(.loved), sort: .title))
    var next = Stage()
    next.send(.session(.restored(stage.app.session, PlayQueue())))
    next.press("[", "[", "[", "[", "[", "[")
    #expect(next.app.library.query == ListQuery.folded(.songs, sort: .title, isDescending: true))
  }

  @Test("artists, albums and genres are sorted by their own columns, each kind in its own way")
  func groupSorts() {
    var stage = Stage()
    stage.press("]", "Ctrl-O")
    #expect(stage.app.library.query == ListQuery(.artists, sort: .tracks))
    #expect(stage.text.contains("Sorted by tracks"))
    stage.press("Ctrl-O", "O")
    #expect(
      stage.app.library.query == ListQuery(.artists, sort: .duration, isDescending: true))
    stage.press("Ctrl-O")
    #expect(stage.text.contains("Sorted by name"))
    stage.press("]")
    #expect(stage.app.library.query == ListQuery(.albums))
    stage.press("Ctrl-O", "Ctrl-O")
    #expect(stage.app.library.query == ListQuery(.albums, sort: .year))
    stage.type(":sort bpm")
    stage.press("Enter")
    #expect(stage.app.library.query == ListQuery(.albums, sort: .year))
    #expect(stage.text.contains("Albums are sorted by artist, album, year, tracks, duration"))
    stage.type(":sort plays")
    stage.press("Enter", "]", "[")
    #expect(stage.app.library.query == ListQuery(.albums, sort: .plays))
    stage.rows[ListQuery(.artists, sort: .tracks)] = [
      .artist(ListRow.Artist(name: "Miles", albums: 2, tracks: 3))
    ]
    stage.press("[", "Ctrl-O", "O")
    #expect(stage.app.library.query == ListQuery(.artists, sort: .tracks))
    stage.press("Enter")
    #expect(stage.app.library.query.source == .artist("Miles"))
    stage.type(":sort bpm")
    stage.press("Enter")
    #expect(stage.text.contains("Albums are sorted by year, album, tracks, duration"))
    stage.press("Ctrl-O")
    #expect(stage.text.contains("Sorted by album"))
    stage.type(":sort year")
    stage.press("Enter")
    #expect(stage.app.library.query.sort == .artist)
    #expect(stage.text.contains("Sorted by year"))
    stage.press("Backspace", "]", "]", "]", "]", "]", "Ctrl-O")
    #expect(stage.app.library.query == ListQuery(.lists))
    #expect(stage.text.contains("These lists have an order of their own"))
  }

  @Test(
    "lists of groups show what they are sorted by, and which way, above their rows or their name")
  func groupHeadings() {
    var stage = Stage(rows: 24, columns: 120)
    let (albums, artists) = (ListQuery(.albums), ListQuery(.artists))
    for sort in albums.sortColumns {
      for isDescending in [false, true] {
        var (album, artist) = (albums, artists)
        (album.sort, album.isDescending) = (sort, isDescending)
        (artist.sort, artist.isDescending) = (sort, isDescending)
        let key = AlbumKey(artist: "Miles", name: "Blue")
        stage.rows[album] = [
          .album(ListRow.Album(key: key, year: 1959, tracks: 5, duration: .seconds(900)))
        ]
        stage.rows[artist] = [.artist(ListRow.Artist(name: "Miles", albums: 2, tracks: 3))]
      }
    }
    func heading() -> String { stage.frame.text(ofRow: 1) }
    stage.press("]")
    #expect(heading().contains("Artist▴") && heading().contains("Tracks  "))
    stage.press("Ctrl-O", "O")
    #expect(heading().contains("Tracks▾") && heading().contains("Artist  "))
    stage.press("]", "Ctrl-O", "Ctrl-O")
    #expect(
      heading().contains("Year▴") && heading().contains("Tracks") && stage.text.contains("1959"))
    stage.type(":sort added")
    stage.press("Enter", "O")
    #expect(heading().contains("Album  Added▾"))
    stage.press("Enter")
    // An open album has a sort order of its own.
    #expect(heading().contains("Miles — Blue") && !heading().contains("▾"))
    stage.type(":sort rating")
    stage.press("Enter", "O")
    #expect(heading().contains("Miles — Blue") && heading().contains("Rating▾"))
  }

  @Test("the tab that is active shows however narrow the pane is")
  func narrowTabs() {
    var stage = Stage(rows: 10, columns: 40)
    stage.press("]", "]", "]", "]", "]", "]")
    #expect(stage.app.mode == .lists)
    #expect(stage.text.contains("Lists"))
  }
}
