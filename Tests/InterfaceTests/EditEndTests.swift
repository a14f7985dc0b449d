import Music
import Testing

@testable import Interface

@Suite("Edits and changes of the library")
struct EditEndTests {
  /// Requests of lists so far, which are counted.
  private func lists(_ stage: Stage) -> Int {
    stage.loads.count { if case .list = $0 { true } else { false } }
  }

  @Test("an edit's own change is shown by its end alone")
  func own() {
    var stage = Stage()
    stage.holdsEdits = true
    stage.press("*")
    let before = lists(stage)
    stage.send(.library(.changed))
    #expect(lists(stage) == before)
    stage.library[0].tags.title = "Edited meanwhile"
    #expect(!stage.text.contains("Edited"))
    stage.send(.editEnded)
    #expect(lists(stage) > before)
    #expect(stage.text.contains("Edited"))
  }

  @Test("a second change does not wait for an edit that takes long")
  func another() {
    var stage = Stage()
    stage.holdsEdits = true
    stage.press("*")
    let before = lists(stage)
    stage.send(.library(.changed))
    stage.send(.library(.changed))
    #expect(lists(stage) > before)
  }

  @Test("a change does not wait long for an edit that takes long, on no terminal")
  func overdue() throws {
    var stage = Stage()
    stage.attach()
    stage.holdsEdits = true
    stage.press("*")
    stage.send(.library(.changed))
    let before = lists(stage)
    let due = try #require(stage.app.timeToNextTick)
    #expect(due <= .milliseconds(100))
    stage.wait(.milliseconds(100))
    #expect(lists(stage) >= before + 2)
    let after = lists(stage)
    stage.wait(.milliseconds(200))
    #expect(lists(stage) == after)
  }

  @Test("the end of one of several edits shows what is there, unless rows are on their way")
  func several() {
    var stage = Stage()
    stage.holdsEdits = true
    stage.press("*", "j", "*")
    var before = lists(stage)
    stage.send(.editEnded)
    #expect(lists(stage) > before)
    stage.holdsLists = true
    stage.press("j", "*", "j", "*")
    stage.send(.editEnded)
    before = lists(stage)
    stage.send(.editEnded)
    #expect(lists(stage) == before)
    stage.wait(.milliseconds(100))
    #expect(lists(stage) > before)
    before = lists(stage)
    stage.send(.editEnded)
    #expect(lists(stage) > before)
  }

  @Test("a board of mix slots that cannot be read is waited for no longer")
  func noBoard() {
    var stage = Stage()
    stage.press("*")
    let requests = stage.loads.filter { if case .load(.mixBoard) = $0 { true } else { false } }
    #expect(stage.app.awaitsEdit)
    for request in requests { stage.send(.refused(request, "the disk failed")) }
    #expect(!stage.app.awaitsEdit)
  }
}
