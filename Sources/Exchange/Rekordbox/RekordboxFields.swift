import Music

/// The attributes of one element; each invalid one is reported as a problem.
struct RekordboxFields {
  let element: XMLElement
  private(set) var problems: [DocumentProblem] = []

  init(_ element: XMLElement) { self.element = element }

  mutating func refuse(_ attribute: String, _ reason: String) {
    let text = (element[attribute] ?? "").prefix(40)
    problems.append(
      DocumentProblem(
        line: element.line, reason: "\(element.name): \(attribute) “\(text)” \(reason)"))
  }

  /// Nil for an absent and for an empty one.
  func text(_ attribute: String) -> String? {
    element[attribute].flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func number(_ attribute: String, in range: ClosedRange<Double>) -> Double? {
    guard let text = text(attribute) else { return nil }
    guard text.utf8.count <= 40, let number = Double(text), range.contains(number) else {
      refuse(
        attribute,
        "is not a number from \(range.lowerBound.shortText)"
          + " to \(range.upperBound.shortText)")
      return nil
    }
    return number
  }

  mutating func wholeNumber(_ attribute: String, in range: ClosedRange<Int>) -> Int? {
    guard let text = text(attribute) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      refuse(attribute, "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// Seconds, to the microsecond.
  mutating func time(_ attribute: String) -> Duration? {
    number(attribute, in: 0...EntryPlayback.latest.seconds).map {
      .microseconds(Int64(($0 * 1_000_000).rounded()))
    }
  }
}
