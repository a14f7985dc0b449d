import Music
import Testing

@testable import Playback

@Suite("What follows the current item")
struct SuccessorsTests {
  private let ids = (1...5).map { PlayID(track: TrackID(1), serial: $0) }

  private func item(_ number: Int) -> PlayItem {
    PlayItem(id: ids[number], source: .file(FilePath("/a.flac")))
  }

  /// Three items named in a row, the first after `ids[0]`.
  private func named() -> Successors {
    var successors = Successors()
    for number in 0..<3 {
      successors.name(.item(item(number + 1)), behind: ids[number], at: number)
    }
    return successors
  }

  @Test("each is found behind the one before it, and others are not")
  func places() {
    let successors = named()
    #expect(successors.first == .item(item(1)))
    let found = ids.map { successors.index(behind: $0, current: ids[0]) }
    #expect(found == [0, 1, 2, 3, nil])
  }

  @Test("another one in the middle makes those behind it be forgotten, the same one does not")
  func renaming() {
    var successors = named()
    successors.name(.item(item(2)), behind: ids[1], at: 1)
    #expect(successors.answers.count == 3)
    successors.name(.nothing, behind: ids[1], at: 1)
    #expect(successors.answers == [.item(item(1)), .nothing])
    #expect(successors.asked == ids[1])
  }

  @Test("each is asked for once, and once more where it cannot be played")
  func asking() {
    var successors = named()
    let isRequested = [successors.ask(behind: ids[3]), successors.ask(behind: ids[3])]
    #expect(isRequested == [true, false])
    let isForgotten = [successors.forget(ids[2]), successors.forget(ids[3])]
    #expect(isForgotten == [false, true])
    let isAskedAgain = successors.ask(behind: ids[3])
    #expect(isAskedAgain && successors.answers.count == 2)
  }

  @Test("the next one is the current one: it is no longer late, and what follows it is first")
  func advancing() {
    var successors = named()
    successors.isLate = true
    successors.advance()
    #expect(!successors.isLate && successors.first == .item(item(2)))
    successors.advance()
    successors.advance()
    successors.advance()
    #expect(successors.first == .unknown)
  }

  @Test("a seek keeps the first one alone")
  func seeking() {
    var successors = named()
    successors.superseded = ids[4]
    let after = successors.restarted(behind: ids[0])
    #expect(after.answers == [.item(item(1))] && after.asked == ids[0] && after.superseded == nil)
    var asked = Successors()
    _ = asked.ask(behind: ids[0])
    #expect(asked.restarted(behind: ids[0]) == asked)
  }
}
