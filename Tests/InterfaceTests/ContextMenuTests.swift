import Music
import Screen
import Testing

@testable import Interface

@Suite("The menu of a row")
struct ContextMenuTests {
  private func menu(_ stage: Stage) -> ContextMenu? {
    if case .menu(let menu) = stage.app.overlays.last { menu } else { nil }
  }

  private func adding(_ track: Int64, to slot: MixSlot) -> Effect {
    .edit(.entries(.addToSlot(slot, .rows([.track(TrackID(track))], ListQuery.folded(.songs)))))
  }

  @Test("F10 opens the menu beside the row, whose commands have their own keys in it")
  func keys() {
    var stage = Stage()
    stage.press("j", "F10")
    let text = stage.text
    #expect(text.contains("What fits after this") && text.contains("Blue in Green"))
    stage.press("2")
    #expect(stage.receive() == [adding(2, to: .two)])
    #expect(stage.app.overlays.isEmpty)
    stage.press("F10", "F10")
    #expect(stage.app.overlays.isEmpty)
    // A key of the panes that is not in the menu does nothing.
    stage.press("F10", "x")
    #expect(menu(stage) != nil && stage.receive().isEmpty)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("Enter does the first command, and the buttons of the slots are above it")
  func buttons() {
    var stage = Stage()
    stage.press("F10", "Up", "Right", "Right", "Right", "Enter")
    #expect(stage.receive() == [adding(1, to: .three)])
    stage.press("F10", "Enter")
    guard case .find(.toPlay) = stage.receive().last else {
      Issue.record("nothing plays")
      return
    }
  }

  @Test("the right button selects the row and opens its menu; a click does a command or closes")
  func mouse() throws {
    var stage = Stage()
    let list = try #require(stage.app.layout.list(of: .library))
    let third = Position(row: list.row + 2, column: list.column + 9)
    stage.send(.input(.mouse(Mouse(.press, at: third, button: .right))))
    #expect(stage.app.library.selected == 2)
    let open = try #require(menu(stage))
    let view = ContextMenuView(menu: open, app: stage.app)
    #expect(view.rect.row == list.row + 3 && view.rect.column == list.column + 9)
    let button = Position(row: view.inside.row, column: view.inside.column + 20)
    stage.send(.input(.mouse(Mouse(.press, at: button))))
    #expect(stage.receive() == [adding(3, to: .two)])
    stage.send(.input(.mouse(Mouse(.press, at: third, button: .right))))
    let fourth = Position(row: list.row + 3, column: 100)
    stage.send(.input(.mouse(Mouse(.press, at: fourth))))
    #expect(stage.app.overlays.isEmpty && stage.app.library.selected == 2)
  }

  @Test("what takes something away is last")
  func groups() {
    let node = ListRow.PlaylistNode(playlist: Samples.playlist(1, "P"), slots: [], depth: 0)
    let groups = ContextMenu.groups(for: .playlist(node))
    #expect(groups.last?.map(\.command) == [.row(.remove)])
    #expect(ContextMenu.ofPlaying.joined().allSatisfy { $0.command != .row(.remove) })
  }

  @Test("all its commands are in the table, so that keys can be given to them")
  func table() {
    let node = ListRow.PlaylistNode(playlist: Samples.playlist(1, "P"), slots: [], depth: 0)
    let groups =
      ContextMenu.groups(for: .playlist(node)) + ContextMenu.ofPlaying
      + ContextMenu.groups(for: .track(Samples.tracks[0], slots: []))
      + ContextMenu.groups(forSlotWith: Samples.playlist(1, "P"))
    for item in groups.joined() {
      #expect(CommandTable.entries.contains { $0.command == item.command }, "\(item.text)")
    }
  }

  @Test(
    "at every size it is on the screen, and covers its row only where nothing else is possible",
    arguments: [(50, 200), (40, 120), (24, 80), (15, 60), (10, 40), (6, 30)])
  func sizes(rows: Int, columns: Int) throws {
    for row in 0..<8 {
      var stage = Stage(rows: rows, columns: columns)
      for _ in 0..<row { stage.press("j") }
      stage.press("F10")
      let menu = try #require(self.menu(stage))
      let rect = ContextMenuView(menu: menu, app: stage.app).rect
      #expect(rect.row >= 0 && rect.bottom < rows && rect.column >= 0 && rect.right <= columns)
      #expect(rect.rows > 2)
      let room = max(menu.anchor.row, rows - 1 - menu.anchor.bottom)
      #expect(room < 5 || !rect.contains(Position(row: menu.anchor.row, column: rect.column)))
      // Every row can be reached.
      for _ in menu.rows { stage.press("Down") }
      #expect(stage.text.contains("Details"))
    }
  }
}
