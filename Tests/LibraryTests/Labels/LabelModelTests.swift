import Library
import Music
import Testing

/// Random edits of labels, variations and comments beside a plain model of them.
@Suite("Labels beside a model")
struct LabelModelTests {
  /// What is said about some tracks.
  private struct Model: Equatable {
    var labels: [TrackID: TrackLabels] = [:]
    /// The primary track of each variation.
    var primaries: [TrackID: TrackID] = [:]
    var comments: [TrackID: [String]] = [:]

    func group(of primary: TrackID) -> [TrackID] {
      primaries.filter { $0.value == primary }.keys.sorted()
    }

    mutating func makePrimary(_ track: TrackID) {
      guard let old = primaries[track] else { return }
      for other in group(of: old) + [old] where other != track { primaries[other] = track }
      primaries[track] = nil
    }

    mutating func gather(_ tracks: Set<TrackID>, under primary: TrackID) {
      makePrimary(primary)
      for track in tracks.sorted() where track != primary {
        for other in group(of: track) { primaries[other] = primary }
        primaries[track] = primary
      }
    }

    mutating func separate(_ tracks: Set<TrackID>) {
      for track in tracks.sorted() {
        if primaries[track] == nil, let heir = group(of: track).first { makePrimary(heir) }
        primaries[track] = nil
      }
    }

    func role(of track: TrackID) -> VariationRole? {
      if let primary = primaries[track] { return .variation(of: primary) }
      let others = group(of: track).count
      return others > 0 ? .primary(count: others + 1) : nil
    }
  }

  private static let words = ["a", "B", "ü", "x'; DROP", "needs bass", "%_", "\u{1F3B5}"]

  private func change(_ random: inout SeededGenerator) -> MarkChange {
    func word() -> String { Self.words.randomElement(using: &random) ?? "" }
    var change = MarkChange()
    switch Int.random(in: 0..<5, using: &random) {
    case 0: change.category = .set(Bool.random(using: &random) ? .demos : nil)
    case 1: change.category = .set(TrackCategory(rawValue: word()))
    case 2: change.tags = .edit(adding: [word(), word()], removing: [word()])
    case 3: change.tags = .set(Bool.random(using: &random) ? [] : [word(), word()])
    default: change.timeSignature = .set("\(Int.random(in: 2...7, using: &random))/8")
    }
    if Bool.random(using: &random) { change.collection = .set(word()) }
    if Int.random(in: 0..<4, using: &random) == 0 { change.mood = .set(nil) }
    return change
  }

  @Test("the library says what the model says, after edits, undo and redo", arguments: 1...4)
  func walk(seed: UInt64) async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(8)
    let library = test.library
    var random = SeededGenerator(seed: seed)
    var (states, index) = ([Model()], 0)
    for _ in 0..<250 {
      var model = states[index]
      let some = Set(ids.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
      let one = ids[Int.random(in: 0..<ids.count, using: &random)]
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        let change = change(&random)
        for id in some {
          model.labels[id] = try change.tidied().labels(after: model.labels[id] ?? TrackLabels())
        }
        try await library.change(change, of: Array(some))
      case 4, 5:
        guard some != [one], !some.isEmpty else { continue }
        model.gather(some, under: one)
        try await library.gatherVariations(Array(some), under: one)
      case 6:
        model.makePrimary(one)
        try await library.makePrimary(one)
      case 7:
        model.separate(some)
        try await library.separateVariations(Array(some))
      case 8:
        let text = "\(Int.random(in: 0..<99, using: &random))"
        model.comments[one, default: []].append(text)
        _ = try await library.addComment(text, to: one)
      case 9:
        guard let last = try await library.comments(of: one).last else { continue }
        model.comments[one]?.removeLast()
        try await library.removeComments([last.id])
      case 10:
        let isUndone = try await library.undo() != nil
        #expect(isUndone == (index > 0))
        index = max(0, index - 1)
        model = states[index]
      default:
        let isRedone = try await library.redo() != nil
        #expect(isRedone == (index < states.count - 1))
        index = min(states.count - 1, index + 1)
        model = states[index]
      }
      model.labels = model.labels.filter { !$0.value.isEmpty }
      model.comments = model.comments.filter { !$0.value.isEmpty }
      if model != states[index] {
        states[(index + 1)...] = [model]
        index += 1
      }
      for track in try await library.tracks(ids) {
        #expect(track.labels == model.labels[track.id] ?? TrackLabels())
        #expect(track.variation == model.role(of: track.id))
      }
      let comments = try await library.comments(of: ids).mapValues { $0.map(\.text) }
      #expect(comments == model.comments)
    }
    let demos = ids.filter { states[index].labels[$0]?.category == .demos }
    #expect(
      try await library.trackIDs(ListQuery(.songs, filter: "category:demos", sort: .title)) == demos
    )
    let folded = ListQuery(.songs, sort: .title, variations: .folded(open: []))
    #expect(
      try await library.trackIDs(folded) == ids.filter { states[index].primaries[$0] == nil })
    #expect(try await library.check() == [])
  }
}
