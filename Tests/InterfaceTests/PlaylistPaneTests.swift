import Interface
import Music
import Screen
import Testing

@Suite("The pane of playlists")
struct PlaylistPaneTests {
  private static let club = PlaylistFolder(
    id: PlaylistFolderID(1), name: "Club nights", playlistCount: 2, trackCount: 21,
    duration: .seconds(5040))
  private static let smart = Playlist(
    id: PlaylistID(9), name: "New house", notes: "every month", color: "gold", targetBPM: 124,
    trackCount: 40, duration: .seconds(9600),
    smart: SmartQuery("genre:house added:<30d", sort: .added, isDescending: true, limit: 40))

  /// The cursor is on the folder, above two playlists in it and a smart one outside.
  private func stage(rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    var inside = [Samples.playlist(1, "Warm-up", 12), Samples.playlist(2, "Peak", 9)]
    for index in inside.indices { inside[index].folder = Self.club.id }
    stage.rows[ListQuery(.playlists)] = [
      .playlistFolder(Self.club, depth: 0),
      .playlist(ListRow.PlaylistNode(playlist: inside[0], slots: [], depth: 1)),
      .playlist(ListRow.PlaylistNode(playlist: inside[1], slots: [.one], depth: 1)),
      .playlist(ListRow.PlaylistNode(playlist: Self.smart, slots: [], depth: 0)),
    ]
    stage.send(.library(.changed))
    stage.press("Shift-Tab")
    _ = stage.receive()
    return stage
  }

  private func shownForm(_ stage: Stage) -> Form? {
    if case .form(let form) = stage.app.overlays.last { form } else { nil }
  }

  @Test("Enter folds a folder and unfolds it")
  func folds() {
    var stage = stage()
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.collapse(Self.club.id, true)))])
    var collapsed = Self.club
    collapsed.isCollapsed = true
    stage.rows[ListQuery(.playlists)] = [.playlistFolder(collapsed, depth: 0)]
    stage.send(.library(.changed))
    _ = stage.receive()
    #expect(stage.text.contains("▸ Club nights"))
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.collapse(Self.club.id, false)))])
  }

  @Test("what is new goes into the folder where the cursor is")
  func makes() {
    var stage = stage()
    stage.press("j", "A")
    stage.type("Late")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.create("Late", in: Self.club.id)))])
    stage.press("Ctrl-N")
    stage.press("Enter")
    #expect(stage.text.contains("A folder needs a name"))
    stage.type("2024")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.createFolder("2024", in: Self.club.id)))])
    stage.press("G", "A")
    stage.type("Top")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.create("Top")))])
    stage.press(":")
    stage.type("new-folder Festival")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.createFolder("Festival", in: nil)))])
  }

  @Test("R names a folder anew, and so does P")
  func renames() {
    for key in ["R", "P"] {
      var stage = stage()
      stage.press(key, "Ctrl-U")
      stage.type("Nights")
      stage.press("Enter")
      #expect(stage.receive() == [.edit(.playlists(.renameFolder(Self.club.id, "Nights")))])
    }
  }

  @Test("d deletes the marked playlists and folders in one step")
  func deletes() {
    var stage = stage()
    stage.press("d")
    #expect(stage.receive() == [.edit(.playlists(.delete(PlaylistItems(folders: [Self.club.id]))))])
    stage.press("v", "v", "j", "v", "d")
    let items = PlaylistItems(
      playlists: [PlaylistID(1), PlaylistID(9)], folders: [Self.club.id])
    #expect(stage.receive() == [.edit(.playlists(.delete(items)))])
    #expect(stage.app.playlistsList.marks.isEmpty)
  }

  @Test("marked playlists move to a folder that is picked, typed, or named behind :move-to")
  func moves() throws {
    var stage = stage()
    let other = PlaylistFolder(id: PlaylistFolderID(2), name: "2024", parent: Self.club.id)
    let festival = PlaylistFolder(id: PlaylistFolderID(3), name: "Festival")
    let marked = PlaylistItems(playlists: [PlaylistID(1), PlaylistID(2)])
    func open() {
      stage.press("g", "j", "v", "v", "I")
      #expect(stage.receive() == [.load(.playlists)])
      stage.send(.playlists(.loaded(SortedPlaylists([]), folders: [other, Self.club, festival])))
    }
    open()
    guard case .picker(let picker) = stage.app.overlays.last else {
      Issue.record("no window")
      return
    }
    #expect(
      picker.choices.map(\.text) == [
        "(top level)", "Club nights", "Club nights / 2024", "Festival",
      ])
    stage.type("fest")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.move(marked, to: .folder(festival.id))))])
    open()
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.move(marked, to: .top)))])
    open()
    stage.type("Boat")
    #expect(stage.text.contains("New folder “Boat”"))
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.move(marked, to: .new("Boat", in: nil))))])
    stage.press("G", ":")
    stage.type("move-to Boat")
    stage.press("Enter")
    #expect(
      stage.receive() == [
        .edit(.playlists(.moveTo(PlaylistItems(playlists: [PlaylistID(9)]), named: "Boat")))
      ])
    // A folder is not offered itself, a folder in it, or its present parent.
    stage.press("g", "I")
    stage.send(.playlists(.loaded(SortedPlaylists([]), folders: [other, Self.club, festival])))
    guard case .picker(let second) = stage.app.overlays.last else {
      Issue.record("no window")
      return
    }
    #expect(second.choices.map(\.text) == ["Festival"])
  }

  @Test("marked playlists are merged into one that is picked, typed, or named")
  func merges() {
    var stage = stage()
    func run(_ line: String) {
      stage.press(":")
      stage.type(line)
      stage.press("Enter")
    }
    run("merge")
    #expect(stage.text.contains("Mark the playlists to merge with v"))
    let ids = [PlaylistID(1), PlaylistID(2)]
    stage.press("j", "v", "v")
    run("merge")
    #expect(stage.receive() == [.load(.playlists)])
    stage.send(.playlists(.loaded(SortedPlaylists([Samples.playlist(1, "Warm-up"), Self.smart]))))
    // Nothing can be merged into a smart playlist.
    guard case .picker(let picker) = stage.app.overlays.last else {
      Issue.record("no window")
      return
    }
    #expect(picker.choices.map(\.text) == ["Warm-up"])
    stage.press("Enter")
    #expect(
      stage.receive() == [.edit(.playlists(.merge(ids, into: .existing(PlaylistID(1)), in: nil)))])
    stage.press("g", "j", "v", "v")
    run("merge All night")
    #expect(stage.receive() == [.edit(.playlists(.mergeInto(ids, named: "All night", in: nil)))])
    stage.press("g", "j")
    run("duplicate-playlist")
    #expect(stage.receive() == [.edit(.playlists(.duplicate(PlaylistID(1))))])
  }

  @Test("pickers say which folder a playlist is in, and leave smart ones out")
  func pickers() {
    var stage = stage()
    var inside = Samples.playlist(1, "Warm-up", 12)
    inside.folder = Self.club.id
    stage.press("m", "3")
    stage.send(.playlists(.loaded(SortedPlaylists([inside, Self.smart]), folders: [Self.club])))
    guard case .picker(let picker) = stage.app.overlays.last else {
      Issue.record("no window")
      return
    }
    #expect(picker.choices.map(\.text) == ["Warm-up"])
    #expect(picker.choices.map(\.detail) == ["Club nights  12 tracks"])
  }

  @Test("the window for a slot begins at the playlist under the cursor, else at the slot's own")
  func startsAtCursor() {
    var stage = stage()
    let playlists = (1...60).map { Samples.playlist(Int64($0), "List \($0)") }
    func chosen(_ stage: inout Stage) -> String? {
      stage.press("m", "1")
      stage.send(.playlists(.loaded(SortedPlaylists(playlists))))
      guard case .picker(let picker) = stage.app.overlays.last else { return nil }
      defer { stage.press("Esc") }
      return picker.choice?.text
    }
    let board = MixBoard(playlists: [.one: playlists[49]], timelines: [:])
    stage.send(.playlists(.mixBoardLoaded(board)))
    #expect(chosen(&stage) == "List 50")
    stage.press("j", "j")
    #expect(chosen(&stage) == "List 2")
    // A filter that was typed before they came starts at its first match.
    stage.press("m", "1")
    stage.type("List")
    stage.send(.playlists(.loaded(SortedPlaylists(playlists))))
    stage.press("Enter")
    #expect(
      stage.receive().last == .edit(.playlists(.assignSlot(.one, .existing(PlaylistID(1))))))
  }

  @Test("P edits a smart playlist in its form, in one step")
  func editsSmart() throws {
    var stage = stage()
    stage.press("G", "P")
    let form = try #require(shownForm(stage))
    #expect(
      form.fields.map(\.value) == [
        "New house", "genre:house added:<30d", "added", "descending", "40", "every month", "gold",
        "124",
      ])
    stage.press("Tab", "Ctrl-U")
    stage.type("genre:techno")
    stage.press("Tab", "t", "Tab", "a", "Tab", "Ctrl-U", "Enter")
    let kept = SmartPlaylist(
      id: PlaylistID(9), details: Self.smart.details,
      query: SmartQuery("genre:techno", sort: .title))
    #expect(stage.receive() == [.edit(.playlists(.smart(kept)))])
  }

  @Test("mistakes are said at their fields, a query's with its column")
  func refuses() throws {
    var stage = stage()
    stage.press("G", ":")
    stage.type("smart genre:house artst:x")
    stage.press("Enter")
    var form = try #require(shownForm(stage))
    #expect(form.fields[1].mistake?.hasPrefix("Column 13: ") == true)
    #expect(stage.text.contains("Column 13: "))
    stage.press("Enter")
    form = try #require(shownForm(stage))
    #expect(form.fields.prefix(2).map { $0.mistake != nil } == [true, true])
    stage.press("Home", "Ctrl-K")
    stage.press("Tab", "Tab", "Tab", "Tab")
    form = try #require(shownForm(stage))
    let limit = try #require(form.fields.firstIndex { $0.label == "At most" })
    while try #require(shownForm(stage)).focused != limit { stage.press("Tab") }
    stage.type("many")
    stage.press("Enter")
    form = try #require(shownForm(stage))
    #expect(form.fields[limit].mistake != nil)
    #expect(stage.receive().isEmpty)
    // A playlist that the library refuses is shown again as typed.
    stage.press("Esc")
    let smart = SmartPlaylist(
      details: PlaylistDetails(name: "Peak"), query: SmartQuery("in:Peak", limit: 5))
    stage.answer(.playlists(.smartRefused(smart, isQuery: true, "They ask for each other")))
    form = try #require(shownForm(stage))
    #expect(form.focused == 1 && form.fields[1].mistake == "They ask for each other")
    #expect(form.fields[4].value == "5")
  }

  @Test("what the library is filtered by becomes a smart playlist")
  func savesSearch() throws {
    var stage = Stage()
    func run(_ line: String) {
      stage.press(":")
      stage.type(line)
      stage.press("Enter")
    }
    run("save-search")
    #expect(stage.app.overlays.isEmpty && stage.text.contains("Nothing is filtered"))
    stage.press("/")
    stage.type("year:>2000 OR blue")
    stage.press("Enter")
    run("sort title")
    run("save-search")
    var form = try #require(shownForm(stage))
    #expect(form.fields.prefix(4).map(\.value) == ["", "year:>2000 OR blue", "title", "ascending"])
    stage.type("Newer")
    stage.press("Enter")
    let query = SmartQuery("year:>2000 OR blue", sort: .title)
    #expect(
      stage.receive() == [
        .edit(
          .playlists(.smart(SmartPlaylist(details: PlaylistDetails(name: "Newer"), query: query))))
      ])
    // The list's genre is part of the query, too.
    stage.rows[ListQuery(.genres)] = [.genre(ListRow.Genre(name: "Deep House", tracks: 3))]
    stage.send(.library(.changed))
    run("browse genres")
    stage.press("Enter", "/")
    stage.type("a OR b")
    stage.press("Enter")
    run("save-search")
    form = try #require(shownForm(stage))
    #expect(form.fields[1].value == "genre:\"deep house\" (a OR b)")
  }

  @Test("in an open smart playlist nothing is added, removed or moved, and a line says why")
  func openSmart() {
    var stage = stage()
    let query = ListQuery(.playlist(Self.smart.id))
    stage.rows[query] = Samples.tracks.prefix(3).map { .track($0, slots: []) }
    stage.playlists[query] = Self.smart
    stage.press("G", "Enter")
    #expect(stage.text.contains("◂ ✦ New house"))
    #expect(stage.text.contains("target 124"))
    _ = stage.receive()
    for key in ["d", "J", "K", "Ctrl-A"] {
      stage.app.messages.clear()
      stage.press(key)
      #expect(stage.receive().isEmpty)
      #expect(stage.text.contains("New house is smart"))
    }
    stage.press("P")
    #expect(shownForm(stage)?.fields.first?.value == "New house")
    stage.press("Esc", ":")
    stage.type("freeze")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.freeze(Self.smart.id, as: nil)))])
    // Its tracks can be added elsewhere like any others.
    stage.press("1")
    guard case .edit(.entries(.addToSlot(.one, _))) = stage.receive().last else {
      Issue.record("nothing is added")
      return
    }
  }

  @Test("the list shows colours, signs, tempo and notes where there is room")
  func shows() {
    var wide = stage(rows: 24, columns: 80)
    let line = wide.text.split(separator: "\n").first { $0.contains("New house") }
    #expect(line?.contains("●") == true && line?.contains("✦ New house  target 124") == true)
    #expect(line?.contains("every month") == false)
    wide.press("G")
    #expect(wide.text.contains("target 124  every month"))
    #expect(wide.text.contains("▾ Club nights"))
    #expect(wide.text.contains("21   1:24:00"))
    let narrow = stage(rows: 10, columns: 40)
    #expect(narrow.text.contains("✦ New house"))
    var uncounted = Self.smart
    uncounted.isCounted = false
    wide.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: uncounted, slots: [], depth: 0))
    ]
    wide.send(.library(.changed))
    #expect(wide.text.contains("…") && !wide.text.contains("2:40:00"))
  }
}
