/// How good a ranker is at genres that it has never heard, each left out in its turn.
struct LeaveGenreOut {
  var exact: Double
  var worth: Double

  init(_ examples: [RankedExample], penalty: Double, isScaled: Bool) {
    var (exact, worth) = (0.0, 0.0)
    for genre in Set(examples.map(\.genre)) {
      let unheard = examples.filter { $0.genre == genre }
      let ranker = LinearRanker(
        fitting: examples.filter { $0.genre != genre }, penalty: penalty, isScaled: isScaled)
      exact += ranker.exact(on: unheard) * Double(unheard.count)
      worth += ranker.worth(on: unheard) * Double(unheard.count)
    }
    self.exact = exact / Double(max(1, examples.count))
    self.worth = worth / Double(max(1, examples.count))
  }
}
