import Interface
import Music
import Testing

@Suite("Orders about listens")
struct ListensOrderTests {
  private let service = ListenService(
    id: ListenServiceID(1), kind: .listenBrainz, root: "https://x", user: "ola", failures: 1,
    retryTime: 1_300, obstacle: .failing(reason: "no answer"), waiting: 2)

  @Test("each order is typed, and the status alone needs no word", arguments: ListensOrder.allCases)
  func typed(order: ListensOrder) {
    var stage = Stage()
    stage.press(":")
    stage.type("scrobble \(order.rawValue)")
    stage.press("Enter")
    #expect(stage.receive().contains(.library(.listens(order))))
    stage.press(":")
    stage.type("scrobble")
    stage.press("Enter")
    #expect(stage.receive().contains(.library(.listens(.status))))
  }

  @Test("the answer tells what waits, for how long and why")
  func answers() {
    var stage = Stage()
    stage.send(.done(.library(.listens(.status, [service], now: 1_000))))
    #expect(
      stage.app.message?.text
        == "ListenBrainz (ola): 2 listens wait, next attempt in 5 min (no answer)")
    stage.send(.done(.library(.listens(.pause, [], now: 0))))
    #expect(stage.app.message?.text.contains("tritone scrobble sign-in") == true)
    var other = service
    other.obstacle = .signIn(reason: "invalid")
    #expect(
      other.status(at: 0)
        == "ListenBrainz (ola): 2 listens wait, sign in again: "
        + "tritone scrobble sign-in listenbrainz --root https://x (invalid)")
    (other.obstacle, other.isPaused, other.waiting) = (nil, true, 0)
    #expect(other.status(at: 0) == "ListenBrainz (ola): paused, nothing waits")
  }
}
