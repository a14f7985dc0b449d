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
    stage.library[0].rating = Rating(stars: 1)
    stage.send(.editEnded)
    #expect(lists(stage) > before)
    #expect(stage.text.contains("★"))
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
    stage.send(.editEnded)
    #expect(lists(stage) > before)
  }
}
