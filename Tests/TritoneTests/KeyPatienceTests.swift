import Testing

@testable import tritone

@Suite("How long keys wait for rows")
struct KeyPatienceTests {
  @Test("a held key is not late by more than one wait, however long the rows take")
  func heldKey() {
    var patience = KeyPatience()
    var late = Duration.zero
    for _ in 0..<60 {
      let time = patience.allowance(isAwaited: true)
      late += time
      patience.waited(time, isOver: false)
    }
    #expect(late == KeyPatience.limit)
  }

  @Test("once rows have come, keys wait for the next ones again")
  func renewed() {
    var patience = KeyPatience()
    patience.waited(KeyPatience.limit, isOver: false)
    #expect(patience.allowance(isAwaited: true) == .zero)
    #expect(patience.allowance(isAwaited: false) == .zero)
    #expect(patience.allowance(isAwaited: true) == KeyPatience.limit)
    patience.waited(.milliseconds(99), isOver: true)
    #expect(patience.allowance(isAwaited: true) == KeyPatience.limit)
  }
}
