extension TrackQuery: CustomStringConvertible {
  /// The query as typed; parsing it returns the same query.
  package var description: String { text() }

  /// As typed, with days in a time zone.
  package func text(in zone: LocalZone = .current) -> String {
    QueryWriter(days: QueryDays(zone)).text(self, inside: .alternatives)
  }
}

/// Writes queries in the language that `TrackQuery` parses.
private struct QueryWriter {
  let days: QueryDays

  enum Enclosing { case alternatives, conjunction, factor }

  func text(_ query: TrackQuery, inside position: Enclosing) -> String {
    switch query {
    case .everything: return ""
    case .word(let word): return QueryWriter.quoted(word)
    case .text(let field, let needle):
      return "\(name(.text(field))):\(QueryWriter.quoted(needle))"
    case .number(let field, let range):
      return "\(name(.number(field))):\(NumberSpans(field).text(range))"
    case .time(let field, let range): return "\(name(.time(field))):\(text(range))"
    case .key(let keys): return "key:\(QueryWriter.text(keys))"
    case .flag(.book): return "type:book"
    case .flag(let flag): return "\(flag.rawValue):"
    case .playlist(let playlist): return "in:\(QueryWriter.quoted(playlist))"
    case .not(.flag(.book)): return "type:music"
    case .not(let inner): return "-" + text(inner, inside: .factor)
    case .all(let parts):
      let text = parts.map { self.text($0, inside: .conjunction) }.joined(separator: " ")
      return position == .factor ? "(\(text))" : text
    case .any(let parts):
      let text = parts.map { self.text($0, inside: .alternatives) }.joined(separator: " OR ")
      return position == .alternatives ? text : "(\(text))"
    }
  }

  private func name(_ field: QueryField) -> String { field.name }

  /// In quotes where it would be parsed as something else without.
  static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !"\"()~:\\".unicodeScalars.contains($0)
    }
    if isPlain, !text.isEmpty, text.unicodeScalars.first != "-" { return text }
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  private static func text(_ keys: Set<MusicalKey>) -> String {
    if keys == MusicalKey.all { return "any" }
    if let center = keys.first(where: { $0.compatible == keys }) { return "~\(center.camelot)" }
    return keys.sorted().map(\.camelot).joined(separator: ",")
  }

  private func text(_ range: TrackQuery.TimeRange) -> String {
    switch range {
    case .never: return "never"
    case .within(let seconds): return "<\(QueryAge.text(seconds))"
    case .before(let seconds): return ">\(QueryAge.text(seconds))"
    case .between(.min, .max): return "any"
    case .between(.min, let end): return "<\(days.text(end))"
    case .between(let start, .max): return ">=\(days.text(start))"
    case .between(let start, let end): return "\(days.text(start))..<\(days.text(end))"
    }
  }
}

extension NumberSpans {
  /// The range as typed.
  func text(_ range: TrackQuery.NumberRange) -> String {
    let (lower, upper) = (range.lower, range.upper)
    if lower == -.infinity, upper == .infinity { return "any" }
    if upper == .infinity {
      return range.isLowerOpen ? ">\(exact(lower))" : ">=\(start(lower))"
    }
    if lower == -.infinity {
      if range.isUpperOpen {
        return last(before: upper).map { "<=\($0)" } ?? "<\(start(upper))"
      }
      return "<=\(exact(upper))"
    }
    // Alone, a number with decimals would stand for its neighbours too.
    if lower == upper {
      return field == .bpm || field.isSigned ? "\(lower)..\(lower)" : exact(lower)
    }
    guard range.isUpperOpen else { return "\(start(lower))..\(exact(upper))" }
    guard let last = last(before: upper) else { return "\(start(lower))..<\(start(upper))" }
    return last == start(lower) ? last : "\(start(lower))..\(last)"
  }

  /// The number whose span begins at a bound.
  private func start(_ bound: Double) -> String {
    switch field {
    case .bpm, .bitRate, .loudness, .tuning: rounded(bound, shift: 0.5) ?? exact(bound)
    default: exact(bound)
    }
  }

  /// The number whose span ends at an excluded bound; nil where none does.
  private func last(before bound: Double) -> String? {
    switch field {
    case .bpm, .bitRate, .loudness, .tuning: rounded(bound, shift: -0.5)
    case .duration: bound >= 1 ? exact(bound - 1) : nil
    default: nil
    }
  }

  /// The whole number whose span begins or ends at a bound.
  private func rounded(_ bound: Double, shift: Double) -> String? {
    let unit = field == .bitRate ? 1000.0 : 1
    let number = bound / unit + shift
    guard number >= 0 || field.isSigned, number == number.rounded(), abs(number) < 1e9 else {
      return nil
    }
    return "\(Int(number))" + (field == .bitRate ? "k" : "")
  }

  private func exact(_ number: Double) -> String {
    switch field {
    case .bpm, .loudness, .tuning: "\(number)"
    case .duration: Duration.seconds(number).clockText
    // Small numbers would be read as thousands.
    case .sampleRate where number < 1000: "\(number / 1000)k"
    default: "\(Int(max(0, number)))"
    }
  }
}
