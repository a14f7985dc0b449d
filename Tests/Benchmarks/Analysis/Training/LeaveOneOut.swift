/// Cross-validation of a ranker: genres or corpora, each left out in its turn.
struct LeaveOneOut {
  var exact: Double
  var worth: Double

  /// - Parameter group: The group of an example; all of one group are left out together.
  init(
    _ examples: [RankedExample], by group: KeyPath<RankedExample, String>, penalty: Double,
    isScaled: Bool
  ) {
    var (exact, worth) = (0.0, 0.0)
    for name in Set(examples.map { $0[keyPath: group] }).sorted() {
      let heldOut = examples.filter { $0[keyPath: group] == name }
      let ranker = LinearRanker(
        fitting: examples.filter { $0[keyPath: group] != name }, penalty: penalty,
        isScaled: isScaled)
      exact += ranker.exact(on: heldOut) * Double(heldOut.count)
      worth += ranker.worth(on: heldOut) * Double(heldOut.count)
    }
    self.exact = exact / Double(max(1, examples.count))
    self.worth = worth / Double(max(1, examples.count))
  }
}
