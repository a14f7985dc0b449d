import Music
import Screen
import Testing

@testable import Interface

@Suite("Moves in a shared playlist")
struct SharedMoveTests {
  private static let id = Crate.demos.playlist.id
  private static let query = ListQuery(.playlist(PlaylistID(70)))

  @Test("a track moves among all, here at once and there; not in a filtered list")
  func moving() {
    var stage = Stage.sharing(Crate.demos)
    let row = Selection.rows([.entry(EntryID(700))], Self.query)
    stage.press("J")
    #expect(
      stage.receive() == [
        .edit(.entries(.move(row, of: PlaylistID(70), .by(1)))),
        .servers(.shared(.move(Self.id, entries: ["e0"], after: "e3"))),
      ])
    stage.send(.editEnded)
    stage.press("$")
    #expect(stage.receiveShared() == [.move(Self.id, entries: ["e0"], after: "e12")])
    stage.send(.editEnded)
    stage.press("J")
    #expect(stage.receiveShared().isEmpty)
    stage.press("Down", "Down", "^")
    #expect(stage.receiveShared() == [.move(Self.id, entries: ["e7"], after: nil)])
    stage.send(.editEnded)
    stage.press("/")
    stage.type("x")
    stage.press("Enter", "J")
    #expect(stage.receiveShared().isEmpty)
    #expect(stage.app.message?.text.contains("clears the filter") == true)
  }

  @Test("each of two quick moves starts where the one before has ended, whenever that is told")
  func quickMoves() {
    var stage = Stage.sharing(Crate.demos)
    let orders = [
      ["e0", "e3", "e7", "e9", "e12"], ["e0", "e3", "e9", "e7", "e12"],
      ["e0", "e9", "e3", "e7", "e12"],
    ]
    func tell(_ entries: [String], reading: Int) {
      var contents = Crate.demos
      contents.entries = entries.compactMap { id in contents.entries.first { $0.id == id } }
      stage.send(.servers(.shared(.opened(contents, reading: reading))))
    }
    func shown() -> [String]? {
      stage.app.shared.opened[Self.id]?.contents.entries.map(\.id)
    }
    stage.press("Down", "Down", "Down", "K")
    stage.send(.editEnded)
    stage.press("K")
    stage.send(.editEnded)
    #expect(
      stage.receiveShared() == [
        .move(Self.id, entries: ["e9"], after: "e3"), .move(Self.id, entries: ["e9"], after: "e0"),
      ])
    #expect(shown() == orders[2])
    // The answer to the first comes behind the second, and one that was begun before either.
    stage.send(.servers(.shared(.moved(Self.id, reading: 2))))
    tell(orders[1], reading: 3)
    tell(orders[0], reading: 1)
    #expect(shown() == orders[2])
    stage.send(.servers(.shared(.moved(Self.id, reading: 5))))
    tell(orders[1], reading: 4)
    #expect(shown() == orders[2])
    tell(orders[2], reading: 6)
    #expect(shown() == orders[2])
    // One that is refused shows no longer.
    stage.press("K")
    stage.send(.editEnded)
    let move = SharedEffect.move(Self.id, entries: ["e9"], after: nil)
    #expect(stage.receiveShared() == [move])
    stage.send(.refused(.servers(.shared(move)), "it is not yours to change"))
    #expect(stage.receiveShared() == [.open(Self.id)])
    tell(orders[2], reading: 7)
    #expect(shown() == orders[2])
  }

  @Test("of two entries with one track the one at the cursor moves")
  func sameTrackTwice() {
    var contents = Crate.demos
    contents.entries[3].track = contents.entries[0].track
    var stage = Stage.sharing()
    stage.rows[Self.query] = contents.entries.enumerated().map { index, entry in
      .entry(
        ListRow.Entry(
          id: EntryID(Int64(700 + index)), position: index + 1,
          track: Crate.tracks.first { $0.id == entry.track } ?? Crate.tracks[0], slots: []))
    }
    Crate.open(contents, &stage)
    _ = stage.receive()
    stage.press("Down", "Down", "Down", "^")
    #expect(stage.receiveShared() == [.move(Self.id, entries: ["e9"], after: nil)])
  }
}
