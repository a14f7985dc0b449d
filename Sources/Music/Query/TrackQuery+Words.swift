extension TrackQuery {
  /// Whether it consists of words alone, which apply to any row, not only to tracks.
  package var isOnlyWords: Bool {
    switch self {
    case .everything, .word: true
    case .not(let inner): inner.isOnlyWords
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isOnlyWords)
    case .text, .number, .time, .key, .flag, .playlist: false
    }
  }

  /// The conditions on a group's own names, and those on its tracks; both have to match. "blue
  /// genre:jazz" splits into "blue" and "genre:jazz".
  package var split: (names: TrackQuery, tracks: TrackQuery) {
    guard case .all(let parts) = self else {
      return isOnlyWords ? (self, .everything) : (.everything, self)
    }
    return (
      .all(of: parts.filter(\.isOnlyWords)), .all(of: parts.filter { !$0.isOnlyWords })
    )
  }

  /// Whether the folded names of a row match a query of words alone.
  ///
  /// Other conditions count as matching.
  package func matches(names folded: String) -> Bool {
    switch self {
    case .word(let word): folded.contains(bytesOf: word)
    case .not(let inner): inner.isOnlyWords ? !inner.matches(names: folded) : true
    case .all(let parts): parts.allSatisfy { $0.matches(names: folded) }
    case .any(let parts): parts.contains { $0.matches(names: folded) }
    case .everything, .text, .number, .time, .key, .flag, .playlist: true
    }
  }

  /// Whether it contains a field of texts.
  package func mentions(_ field: TextField) -> Bool {
    switch self {
    case .text(let own, _): own == field
    case .not(let inner): inner.mentions(field)
    case .all(let parts), .any(let parts): parts.contains { $0.mentions(field) }
    case .everything, .word, .number, .time, .key, .flag, .playlist: false
    }
  }

  /// Whether it contains a flag, negated or not: a query for missing tracks shows them where they
  /// are left out otherwise.
  package func mentions(_ flag: Flag) -> Bool {
    switch self {
    case .flag(let own): own == flag
    case .not(let inner): inner.mentions(flag)
    case .all(let parts), .any(let parts): parts.contains { $0.mentions(flag) }
    case .everything, .word, .text, .number, .time, .key, .playlist: false
    }
  }
}

extension String {
  /// Whether the bytes of `part` occur; like `contains`, without decoding characters.
  package func contains(bytesOf part: String) -> Bool {
    var text = self
    var part = part
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
          var length = 1
          while length < part.count, text[start + length] == part[length] { length += 1 }
          if length == part.count { return true }
        }
        return false
      }
    }
  }
}
