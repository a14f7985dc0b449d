/// The operand of an operator, or one side of a range.
enum QueryEnd<End> {
  case end(End)
  /// Typing may complete it.
  case unfinished
  case wrong
}

/// The bounds on a field's value.
enum QueryBounds<End> {
  case exactly(End), above(End), from(End), below(End), through(End)
  /// Both included.
  case range(End, End)
  case between(End, upTo: End)
}

enum QueryBoundsReading<End> {
  /// The second end of a range may grow while it is typed.
  case bounds(QueryBounds<End>, canGrow: Bool = false)
  case unfinished(String)
  case wrong(String)

  /// The query of the bounds; nil from `make` means that they are in the wrong order.
  func reading(_ make: (QueryBounds<End>) -> TrackQuery?) -> QueryValueReading {
    switch self {
    case .unfinished(let hint): return .unfinished(hint)
    case .wrong(let reason): return .wrong(reason)
    case .bounds(let bounds, let canGrow):
      if let query = make(bounds) { return .query(query) }
      let reason = "the range ends before it starts; turn it round"
      return canGrow ? .unfinished(reason) : .wrong(reason)
    }
  }
}

/// A range, split at its dots or its dash.
struct QueryCut {
  var left: Substring
  var right: Substring
  /// "..<": the end itself is excluded.
  var isOpen = false

  init?(_ value: String, dashes: Bool) {
    if let dots = value.firstRange(of: "..") {
      left = value[..<dots.lowerBound]
      right = value[dots.upperBound...]
      // Some write three dots.
      if right.hasPrefix(".") { right = right.dropFirst() }
      if right.hasPrefix("<") { (right, isOpen) = (right.dropFirst(), true) }
      return
    }
    guard dashes, let dash = value.firstIndex(of: "-") else { return nil }
    left = value[..<dash]
    right = value[value.index(after: dash)...]
  }
}

/// "<30d", ">2w", "12h": an age.
struct QueryAge {
  var isOlder = false
  /// Nil until the unit is typed.
  var seconds: Int64?

  /// Months have 30 days and years 365.
  private static let units: [Character: Int64] = [
    "s": 1, "h": 3600, "d": 86_400, "w": 604_800, "m": 2_592_000, "y": 31_536_000,
  ]

  /// Older than any recording.
  private static let maximumLength: Int64 = 99_999 * 86_400

  init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix("<") || rest.hasPrefix(">") {
      isOlder = rest.first == ">"
      rest = rest.dropFirst()
      if rest.hasPrefix("=") { rest = rest.dropFirst() }
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    // Four digits alone are a year.
    guard (1...5).contains(digits.count), let number = Int64(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    if rest.isEmpty {
      guard digits.count < 4 else { return nil }
      return
    }
    guard rest.count == 1, let letter = rest.first, let unit = QueryAge.units[letter] else {
      return nil
    }
    guard number * unit <= QueryAge.maximumLength else { return nil }
    seconds = number * unit
  }

  /// "30d", "12h": in whole days where possible.
  static func text(_ seconds: Int64) -> String {
    if seconds > 0, seconds % 86_400 == 0 { return "\(seconds / 86_400)d" }
    if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return "\(seconds)s"
  }
}
