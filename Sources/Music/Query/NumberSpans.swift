/// The ranges of values that written numbers stand for.
///
/// A number stands for all values displayed as it: "124" for 123.5 up to 124.5 beats, "6:00" for
/// the whole second. A number with decimals is exact where it ends a range.
struct NumberSpans {
  /// From `lower` up to `upper`, which is excluded unless both are the same.
  struct Span: Equatable {
    var lower: Double
    var upper: Double
    /// The values at the end of a range; the same as the span unless it was written exactly.
    var ends: ClosedRange<Double>
    var isPoint: Bool { ends.lowerBound == ends.upperBound }
  }

  let field: TrackQuery.NumberField

  init(_ field: TrackQuery.NumberField) { self.field = field }

  /// More than any field has, and few enough digits to be exact.
  private static let maximum = 1e9

  func read(_ text: String) -> QueryEnd<Span> {
    switch field {
    case .year, .rating, .plays, .track, .disc, .energy: whole(text)
    case .loudness, .tuning: signed(text)
    case .bpm: rounded(text, unit: 1)
    case .bitRate: bitRate(text)
    case .sampleRate: sampleRate(text)
    case .duration: clock(text)
    }
  }

  func range(_ bounds: QueryBounds<Span>) -> TrackQuery.NumberRange? {
    switch bounds {
    case .exactly(let span):
      return .init(span.lower, span.upper, isUpperOpen: span.lower < span.upper)
    case .from(let span): return .init(span.ends.lowerBound)
    case .above(let span): return .init(span.ends.upperBound, isLowerOpen: span.isPoint)
    case .below(let span): return .init(-.infinity, span.ends.lowerBound, isUpperOpen: true)
    case .through(let span):
      return .init(-.infinity, span.ends.upperBound, isUpperOpen: !span.isPoint)
    case .range(let left, let right):
      guard left.ends.lowerBound <= right.ends.lowerBound else { return nil }
      return .init(left.ends.lowerBound, right.ends.upperBound, isUpperOpen: !right.isPoint)
    case .between(let left, let right):
      guard left.ends.lowerBound < right.ends.lowerBound else { return nil }
      return .init(left.ends.lowerBound, right.ends.lowerBound, isUpperOpen: true)
    }
  }

  private func point(_ number: Double) -> QueryEnd<Span> {
    guard number <= NumberSpans.maximum else { return .wrong }
    return .end(Span(lower: number, upper: number, ends: number...number))
  }

  static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  private func whole(_ text: String) -> QueryEnd<Span> {
    guard NumberSpans.isDigits(text), let number = Double(text),
      field != .rating || number <= 5, field != .energy || (1...10).contains(number)
    else { return .wrong }
    return point(number)
  }

  /// Digits with or without a point among them; nil for anything else.
  private static func decimal(_ text: some StringProtocol) -> (number: Double, decimals: Int?)? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard isDigits(parts[0]), parts.count == 1 || isDigits(parts[1]), text.utf8.count <= 30,
      let number = Double(text)
    else { return nil }
    return (number, parts.count == 1 ? nil : parts[1].utf8.count)
  }

  private func rounded(_ text: some StringProtocol, unit: Double) -> QueryEnd<Span> {
    if text.hasSuffix("."), NumberSpans.isDigits(text.dropLast()) { return .unfinished }
    guard let (number, decimals) = NumberSpans.decimal(text),
      number * unit <= NumberSpans.maximum, number == 0 || number >= 0.0001
    else { return .wrong }
    let value = number * unit
    guard let decimals else {
      let (lower, upper) = (value - unit / 2, value + unit / 2)
      return .end(Span(lower: lower, upper: upper, ends: lower...upper))
    }
    let half = unit * (decimals == 1 ? 0.05 : decimals == 2 ? 0.005 : 0.0005)
    return .end(Span(lower: max(0, value - half), upper: value + half, ends: value...value))
  }

  /// "-14" covers all values displayed as that.
  private func signed(_ text: String) -> QueryEnd<Span> {
    guard let sign = text.first, sign == "-" || sign == "+" else { return rounded(text, unit: 1) }
    guard text.utf8.count > 1 else { return .unfinished }
    let read = rounded(text.dropFirst(), unit: 1)
    guard sign == "-", case .end(let span) = read else { return read }
    return .end(
      Span(
        lower: -span.upper, upper: -span.lower,
        ends: -span.ends.upperBound...(-span.ends.lowerBound))
    )
  }

  /// "320k" is thousands, as displayed; so is a number too small for bits per second.
  private func bitRate(_ text: String) -> QueryEnd<Span> {
    if let last = text.last, last == "k" || last == "K" {
      guard NumberSpans.isDigits(text.dropLast()) else { return .wrong }
      return rounded(text.dropLast(), unit: 1000)
    }
    guard NumberSpans.isDigits(text), let number = Double(text) else { return .wrong }
    return number < 5000 ? rounded(text, unit: 1000) : point(number)
  }

  /// "44.1k", "44.1" and "44100" are the same.
  private func sampleRate(_ text: String) -> QueryEnd<Span> {
    let hasUnit = text.hasSuffix("k") || text.hasSuffix("K")
    let digits = hasUnit ? text.dropLast() : text[...]
    if digits.hasSuffix("."), NumberSpans.isDigits(digits.dropLast()) { return .unfinished }
    guard let (number, decimals) = NumberSpans.decimal(digits) else { return .wrong }
    guard hasUnit || number < 1000 else { return decimals == nil ? point(number) : .wrong }
    return point((number * 1000).rounded())
  }

  /// "6:00", "1:02:03", "90" and "90s" in seconds, "6m", "1h"; covers a whole second.
  private func clock(_ text: String) -> QueryEnd<Span> {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var seconds = 0.0
    if parts.count == 1, let last = text.last, let unit = ["s": 1.0, "m": 60, "h": 3600][last] {
      guard NumberSpans.isDigits(text.dropLast()), let number = Double(text.dropLast()) else {
        return .wrong
      }
      seconds = number * unit
    } else {
      guard parts.count <= 3, NumberSpans.isDigits(parts[0]) else { return .wrong }
      for (index, part) in parts.enumerated() {
        if index == parts.count - 1, index > 0, part.isEmpty { return .unfinished }
        guard NumberSpans.isDigits(part), let number = Double(part), index == 0 || number < 60
        else { return .wrong }
        seconds = seconds * 60 + number
      }
    }
    guard seconds <= NumberSpans.maximum else { return .wrong }
    return .end(Span(lower: seconds, upper: seconds + 1, ends: seconds...(seconds + 1)))
  }
}
