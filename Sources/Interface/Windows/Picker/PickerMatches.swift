/// The choices that a filter leaves, and behind them the one that makes what was typed.
package struct PickerMatches: RandomAccessCollection, Equatable, Sendable {
  private let choices: PickerChoices
  /// Indices of choices; nil for all.
  private let matching: [Int]?
  private let new: Picker.Choice?

  init(_ choices: PickerChoices, at matching: [Int]? = nil, new: Picker.Choice? = nil) {
    self.choices = choices
    self.matching = matching
    self.new = new
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { (matching?.count ?? choices.count) + (new == nil ? 0 : 1) }

  package subscript(index: Int) -> Picker.Choice {
    guard let matching else { return choices[index] }
    if let new, index == matching.count { return new }
    return choices[matching[index]]
  }
}
