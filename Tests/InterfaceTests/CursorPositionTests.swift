import Interface
import Music
import Screen
import Testing

@Suite("Where the cursor is after going elsewhere")
struct CursorPositionTests {
  private static let lists = [
    Samples.playlist(1, "Closing"), Samples.playlist(2, "Peak"), Samples.playlist(3, "Warm-up"),
  ]

  private func stage() -> Stage {
    var stage = Stage()
    stage.rows[ListQuery(.playlists)] = Self.lists.map {
      .playlist(ListRow.PlaylistNode(playlist: $0, slots: [], depth: 0))
    }
    stage.send(.library(.changed))
    stage.send(.playlists(.mixBoardLoaded(MixBoard(playlists: [.two: Self.lists[2]]))))
    return stage
  }

  @Test("Backspace from a slot's playlist leaves the cursor on that playlist")
  func backFromSlot() {
    var stage = stage()
    stage.app.focus = .mix
    stage.press("j", "Enter")
    #expect(stage.app.openPlaylist == PlaylistID(3))
    // From the large mix to the small one, and from the open playlist to the others.
    stage.press("Backspace", "Tab", "Backspace")
    #expect(stage.app.playlistsList.selectedRow?.id == .playlist(PlaylistID(3)))
    stage.press("d")
    guard case .edit(.playlists(.delete(let items))) = stage.receive().last else {
      Issue.record("nothing is deleted")
      return
    }
    #expect(items.playlists == [PlaylistID(3)])
  }

  @Test("a playlist that was made while another is open shows among the others, selected")
  func created() {
    var stage = stage()
    stage.press("Shift-Tab", "Enter", "A")
    stage.type("New")
    stage.press("Enter")
    let new = Samples.playlist(9, "New", 0)
    stage.rows[ListQuery(.playlists)]?.insert(
      .playlist(ListRow.PlaylistNode(playlist: new, slots: [], depth: 0)), at: 2)
    stage.send(.playlists(.created(new)))
    #expect(stage.app.openPlaylist == nil)
    #expect(stage.app.playlistsList.selectedRow?.id == .playlist(PlaylistID(9)))
    #expect(stage.app.message?.text == "Made the playlist New")
  }

  @Test("folders that playlists are in already are not offered to move them to")
  func folders() {
    var stage = stage()
    stage.press("Shift-Tab", "I")
    stage.send(.playlists(.loaded(SortedPlaylists(Self.lists), folders: Crate.folders)))
    guard case .picker(let picker) = stage.app.overlays.last else {
      Issue.record("no picker")
      return
    }
    #expect(!picker.choices.contains { $0.value == .folder(nil) })
    #expect(picker.choices.count == Crate.folders.count)
  }

  @Test("what was said of one pane makes room for the keys of the next, unless it went wrong")
  func messages() {
    var stage = stage()
    stage.send(.done(.history(.undone(nil))))
    stage.press("Tab")
    #expect(stage.app.message == nil)
    stage.send(.failed("It went wrong"))
    stage.press("Tab")
    #expect(stage.app.message?.text == "It went wrong")
  }

  @Test("an album's heading keeps the beginnings of both names and the sign between them")
  func heading() {
    var stage = Stage(rows: 24, columns: 100)
    let key = AlbumKey(
      artist: String(repeating: "A", count: 80), name: String(repeating: "B", count: 80))
    stage.rows[ListQuery(.albums)] = [
      .album(ListRow.Album(key: key, year: nil, tracks: 2, duration: .zero))
    ]
    stage.press("]", "]")
    stage.press("Enter")
    #expect(stage.text.contains("A… — B"))
  }
}
