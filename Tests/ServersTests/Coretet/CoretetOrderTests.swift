import Music
import Testing

@testable import Servers

@Suite("Orders of Coretet's playlists")
struct CoretetOrderTests {
  private func order(_ positions: [Int64]) -> CoretetOrder {
    CoretetOrder(
      entries: positions.enumerated().map {
        CoretetOrder.Entry(id: "\($0.offset)", track: "t\($0.offset)", position: $0.element)
      })
  }

  /// The ids after the moves, as the project sorts them.
  private func after(_ moves: [CoretetOrder.Move], _ order: CoretetOrder) -> [String] {
    var entries = order.entries
    for move in moves {
      if let index = entries.firstIndex(where: { $0.id == move.entry.id }) {
        entries[index].position = move.position
      }
    }
    return entries.sorted { ($0.position, $0.id) < ($1.position, $1.id) }.map(\.id)
  }

  @Test("one move changes the fewest positions that there is a way with")
  func fewest() {
    #expect(order([0, 1, 2, 3, 4]).moves(["1"], after: "2").count == 2)
    #expect(order([0, 1, 2, 3, 4]).moves(["0"], after: "4").count == 1)
    #expect(order([0, 10, 20, 30]).moves(["3"], after: "0").count == 1)
    #expect(order([5, 10, 20, 30]).moves(["3"], after: nil).count == 1)
    #expect(order([0, 1, 2, 3]).moves(["3"], after: nil).count == 3)
    #expect(order([0, 0, 0]).moves(["2"], after: nil).map(\.position) == [1, 2])
    #expect(order([1, 2, 3]).moves(["1", "2"], after: "0") == [])
    #expect(order([1, 2, 3]).moves(["1"], after: "9") == [])
    #expect(order([1, 2, 3]).moves(["1"], after: "1") == [])
    #expect(order([]).moves(["1"], after: nil) == [])
  }

  @Test("any move gives the order that is wanted, again nothing, and no position out of range")
  func property() {
    for seed: UInt64 in 0..<3_000 {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      let lowest: Int64 = Bool.random(using: &random) ? -20 : 0
      let highest: Int64 = Int.random(in: 0..<10, using: &random) == 0 ? .max : 30
      var positions = (0..<count).map { _ in Int64.random(in: lowest...highest, using: &random) }
      positions.sort()
      let order = order(positions)
      let sorted = order.entries.map(\.id)
      let moved = Array(
        sorted.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
      let anchor = sorted.filter { !moved.contains($0) }.randomElement(using: &random)
      var wanted = sorted.filter { !moved.contains($0) }
      let place = anchor.flatMap { wanted.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      wanted.insert(contentsOf: moved, at: place)
      let moves = order.moves(moved, after: anchor)
      guard wanted != sorted else {
        #expect(moves == [])
        continue
      }
      #expect(after(moves, order) == wanted, "seed \(seed)")
      #expect(moves.allSatisfy { (0...Int64(Int32.max)).contains($0.position) })
      #expect(Set(moves.map(\.entry.id)).count == moves.count)
    }
  }
}
