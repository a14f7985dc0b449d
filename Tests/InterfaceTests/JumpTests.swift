import Music
import Screen
import Testing

@testable import Interface

@Suite("Jumps to a letter")
struct JumpTests {
  private func stage() -> Stage {
    let words = ["Alpha", "Beta", "Gamma", "Omega"]
    return Stage(
      rows: 40, columns: 120,
      tracks: (0..<400).map { (number: Int) in
        Samples.track(
          Int64(number + 1), "\(words[number / 100]) \(number % 100)", "Artist", "Album", "2001", 1,
          seconds: 200)
      })
  }

  @Test("each typed letter leads the cursor to the first such name, and Enter leaves it there")
  func letters() {
    var stage = stage()
    stage.press("`")
    stage.type("g")
    #expect(stage.app.library.selected == 200)
    #expect(stage.app.library.selectedRow?.track?.title == "Gamma 0")
    stage.press("Backspace")
    stage.type("beta 9")
    #expect(stage.app.library.selected == 109)
    #expect(stage.frame.text(ofRow: 39).contains("Jump to beta 9"))
    stage.press("Enter")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.library.selected == 109)
  }

  @Test("a text on the command line does the same, and says when nothing begins so")
  func command() {
    var stage = stage()
    stage.press(":")
    stage.type("jump om")
    stage.press("Enter")
    #expect(stage.app.library.selected == 300)
    #expect(stage.app.message == nil)
    stage.press(":")
    stage.type("jump x")
    stage.press("Enter")
    #expect(stage.app.library.selected == 399)
    #expect(stage.app.message?.text == "Nothing begins with “x”: this is next to it")
    stage.press("`")
    stage.type("y")
    #expect(stage.frame.text(ofRow: 39).contains("Nothing begins with “y”"))
  }

  @Test("until the row is found, keys wait for it, and an older answer is dropped")
  func late() throws {
    var stage = stage()
    stage.holdsLists = true
    stage.press("`")
    stage.type("b")
    let first = try #require(requested(by: stage))
    #expect(stage.app.awaits(before: .key(Key(.enter))) == false)
    stage.type("e")
    let second = try #require(requested(by: stage))
    stage.press("Enter")
    #expect(stage.app.awaits(before: .key(Key(.enter))))
    #expect(stage.app.awaits(before: .key(Key(.down))))
    answer(first, row: 5, &stage)
    #expect(stage.app.library.selected == 0)
    answer(second, row: 100, &stage)
    #expect(stage.app.library.selected == 100)
    #expect(!stage.app.awaits(before: .key(Key(.enter))))
  }

  @Test("who moves the cursor meanwhile does not jump")
  func left() throws {
    var stage = stage()
    stage.holdsLists = true
    stage.press("`")
    stage.type("b")
    let jump = try #require(requested(by: stage))
    stage.press("Enter", "j")
    answer(jump, row: 100, &stage)
    #expect(stage.app.library.selected == 1)
  }

  @Test("the queue and lists in an order of their own say so")
  func unsorted() {
    var stage = stage()
    stage.app.terminal.browsing.showQueue()
    stage.app.focus = .playlists
    stage.press("`")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.hasPrefix("The queue has an order of its own") == true)
  }

  private typealias Jump = (slot: ListID, query: ListQuery, serial: Int)

  private func requested(by stage: Stage) -> Jump? {
    guard case .list(.jump(let slot, let query, _, _, let serial)) = stage.loads.last else {
      return nil
    }
    return (slot, query, serial)
  }

  private func answer(_ jump: Jump, row: Int, _ stage: inout Stage) {
    var window = ListWindow(
      query: jump.query, count: 400, trackCount: 400, start: max(0, row - 50),
      rows: stage.library[max(0, row - 50)..<min(400, row + 50)].map { .track($0, slots: []) },
      anchorIndex: row)
    window.jump = .found
    stage.send(.list(.loaded(jump.slot, window, serial: jump.serial)))
  }
}
