extension TrackQuery {
  /// Whether it is made of words alone: what any row can be asked, not only tracks.
  package var isOnlyWords: Bool {
    switch self {
    case .everything, .word: true
    case .not(let inner): inner.isOnlyWords
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isOnlyWords)
    case .text, .number, .time, .key, .flag, .playlist: false
    }
  }

  /// What a row that stands for several tracks is asked by its own names, and what its tracks are
  /// asked; both have to hold. "blue genre:jazz" gives "blue" and "genre:jazz".
  package var split: (names: TrackQuery, tracks: TrackQuery) {
    guard case .all(let parts) = self else {
      return isOnlyWords ? (self, .everything) : (.everything, self)
    }
    return (
      .all(of: parts.filter(\.isOnlyWords)), .all(of: parts.filter { !$0.isOnlyWords })
    )
  }

  /// Whether the folded names of a row hold, of a query of words alone.
  ///
  /// Anything else than words is taken to hold.
  package func matches(names folded: String) -> Bool {
    switch self {
    case .word(let word): folded.contains(bytesOf: word)
    case .not(let inner): inner.isOnlyWords ? !inner.matches(names: folded) : true
    case .all(let parts): parts.allSatisfy { $0.matches(names: folded) }
    case .any(let parts): parts.contains { $0.matches(names: folded) }
    case .everything, .text, .number, .time, .key, .flag, .playlist: true
    }
  }

  /// Whether it asks for a flag anywhere, denied or not: who asks for missing tracks wants to see
  /// them where they are left out otherwise.
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
  /// Whether the bytes of `part` occur; what `contains` says, without looking at characters.
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
