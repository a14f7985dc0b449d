/// The reading of a field's value.
enum QueryValueReading: Equatable {
  case query(TrackQuery)
  /// Typing may complete it; the message when nothing more comes.
  case unfinished(String)
  case wrong(String)
}

/// Parses the values of one field.
struct QueryValue {
  let field: QueryField
  let zone: LocalZone

  init(_ field: QueryField, _ zone: LocalZone) {
    self.field = field
    self.zone = zone
  }

  func read(_ term: QueryTerm) -> QueryValueReading {
    let value = term.value
    if case .flag(let flag) = field { return read(flag, value) }
    if value.isEmpty, !term.isQuoted || term.isOpen {
      return .unfinished("\(field.name): needs a value; \(field.example)")
    }
    switch field {
    case .text(let field): return .query(.text(field, TrackQuery.needle(value)))
    case .playlist:
      guard !value.isEmpty else { return .wrong("in: needs a playlist; \(field.example)") }
      return .query(.playlist(TrackQuery.needle(value)))
    case .key: return readKeys(value, isCompatible: term.isCompatible)
    case .type: return readType(value)
    case .number(let number): return readNumber(number, value)
    case .time(let time): return readTime(time, value)
    case .flag(let flag): return read(flag, value)
    }
  }

  /// The meaning of "any" and "none" for a field; nil for any other text.
  private func presence(_ value: String, _ any: TrackQuery) -> QueryValueReading? {
    switch value.lowercased() {
    case "any": .query(any)
    case "none": .query(any.negated)
    case let start where "any".hasPrefix(start) || "none".hasPrefix(start):
      .unfinished("“\(value)” is no \(field.name); \(field.example)")
    default: nil
    }
  }

  private func read(_ flag: TrackQuery.Flag, _ value: String) -> QueryValueReading {
    switch value.lowercased() {
    case "", "y", "yes": .query(.flag(flag))
    case "n", "no": .query(.not(.flag(flag)))
    case "ye": .unfinished("\(field.name): takes yes, no or nothing")
    default: .wrong("\(field.name): takes yes, no or nothing")
    }
  }

  private func readType(_ value: String) -> QueryValueReading {
    let unknown = "“\(value)” is no type; \(field.example)"
    return switch value.lowercased() {
    case "book", "books": .query(.flag(.book))
    case "music": .query(.not(.flag(.book)))
    case let start where "book".hasPrefix(start) || "music".hasPrefix(start): .unfinished(unknown)
    default: .wrong(unknown)
    }
  }

  private func readKeys(_ value: String, isCompatible: Bool) -> QueryValueReading {
    if value.utf8.count > 1, let found = presence(value, .key(MusicalKey.all)) { return found }
    let unknown = "“\(value)” is no key; \(field.example)"
    let isPrefixed = value.hasPrefix("~")
    let names = (isPrefixed ? String(value.dropFirst()) : value).split(
      separator: ",", omittingEmptySubsequences: false)
    var keys: Set<MusicalKey> = []
    for (index, name) in names.enumerated() {
      guard let key = MusicalKey(String(name)) else {
        let isStart = index == names.count - 1 && MusicalKey.canBegin(with: name)
        return isStart ? .unfinished(unknown) : .wrong(unknown)
      }
      if isCompatible || isPrefixed { keys.formUnion(key.compatible) } else { keys.insert(key) }
    }
    return .query(.key(keys))
  }

  // MARK: Ranges

  private func readNumber(_ number: TrackQuery.NumberField, _ value: String) -> QueryValueReading {
    if let found = presence(value, .number(number, .init())) { return found }
    let spans = NumberSpans(number)
    return bounds(value, dashes: !number.isSigned, read: spans.read).reading { bounds in
      guard let range = spans.range(bounds) else { return nil }
      return .number(number, range)
    }
  }

  private func readTime(_ time: TrackQuery.TimeField, _ value: String) -> QueryValueReading {
    if let found = presence(value, .not(.time(time, .never))) { return found }
    let lower = value.lowercased()
    if "never".hasPrefix(lower) {
      return lower == "never"
        ? .query(.time(time, .never)) : .unfinished("“\(value)” is no time; \(field.example)")
    }
    if let age = QueryAge(lower) {
      guard let seconds = age.seconds else {
        return .unfinished("how long is “\(value)”? h, d, w, m (months) or y: <30d")
      }
      return .query(.time(time, age.isOlder ? .before(seconds) : .within(seconds)))
    }
    let days = QueryDays(zone)
    return bounds(value, dashes: false, read: days.read).reading { bounds in
      days.range(bounds).map { .time(time, $0) }
    }
  }

  /// Splits a value into its operator or its ends.
  private func bounds<End>(
    _ value: String, dashes: Bool, read: (String) -> QueryEnd<End>
  ) -> QueryBoundsReading<End> {
    let unknown = "“\(value)” is no \(field.name); \(field.example)"
    func end(_ text: some StringProtocol) -> QueryEnd<End> {
      text.isEmpty ? .unfinished : read(String(text))
    }
    for name in [">=", "<=", "=>", "=<", ">", "<", "="] where value.hasPrefix(name) {
      switch end(value.dropFirst(name.count)) {
      case .unfinished: return .unfinished(unknown)
      case .wrong: return .wrong(unknown)
      case .end(let end):
        switch name {
        case ">": return .bounds(.above(end))
        case "<": return .bounds(.below(end))
        case ">=", "=>": return .bounds(.from(end))
        case "<=", "=<": return .bounds(.through(end))
        default: return .bounds(.exactly(end))
        }
      }
    }
    guard let cut = QueryCut(value, dashes: dashes) else {
      switch read(value) {
      case .unfinished: return .unfinished(unknown)
      case .wrong: return .wrong(unknown)
      case .end(let end): return .bounds(.exactly(end))
      }
    }
    if cut.left.isEmpty, cut.right.isEmpty { return .unfinished(unknown) }
    let (left, right) = (end(cut.left), end(cut.right))
    switch (left, right) {
    case (.end(let left), .end(let right)):
      return .bounds(
        cut.isOpen ? .between(left, upTo: right) : .range(left, right),
        canGrow: cut.right.utf8.count < cut.left.utf8.count)
    case (.end(let left), .unfinished):
      // A possible beginning of a number is ignored: the query counts from the first end.
      return cut.isOpen && cut.right.isEmpty ? .unfinished(unknown) : .bounds(.from(left))
    case (.unfinished, .end(let right)) where cut.left.isEmpty:
      return .bounds(cut.isOpen ? .below(right) : .through(right))
    default: return .wrong(unknown)
    }
  }
}

extension MusicalKey {
  /// Whether more letters can turn it into a key.
  static func canBegin(with text: some StringProtocol) -> Bool {
    let text = text.lowercased().filter { !$0.isWhitespace && $0 != "-" }
    if text.isEmpty { return true }
    if let hour = Int(text) { return (1...12).contains(hour) || text == "0" }
    guard let first = text.first, "cdefgab".contains(first) else { return false }
    var mode = text.dropFirst()
    if let sign = mode.first, "#b♯♭".contains(sign) { mode = mode.dropFirst() }
    return ["major", "minor", "moll", "dur"].contains { $0.hasPrefix(mode) }
  }
}

extension QueryField {
  /// A valid value, for the message on an invalid one.
  var example: String {
    switch self {
    case .text(let field): field == .format ? "format:flac" : "\(name):\"two words\""
    case .number(.year): "1997, 1990..1999 or >=1990"
    case .number(.bpm): "124, 120-126 or >=120"
    case .number(.rating): "4 or >=4"
    case .number(.duration): "6:00, >6:00 or 3:00..5:00"
    case .number(.bitRate): "320k or >=256k"
    case .number(.sampleRate): "44.1k or >48k"
    case .number(.energy): "7, 5-8 or >=6"
    case .number(.loudness): "-9, -14..-9 or >-10"
    case .number(.tuning): "-32, <-8 or -5..5"
    case .number: "3, 1..5 or >2"
    case .time: "<30d, 2024, 2024-03..2024-06, >2024-05-01 or never"
    case .flag: "\(name):"
    case .key: "8A, Am, “A minor”, 1m"
    case .playlist: "in:\"Warm-up\""
    case .type: "type:book or type:music"
    }
  }
}
