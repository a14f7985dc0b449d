internal import Music

/// The words of a filter, all of which must occur in a text for it to match.
struct FilterWords: Equatable {
  /// Folded.
  let words: [String]

  /// More words than anybody types are left out.
  private static let most = 20

  init(_ text: String) {
    words = SortKey.folded(text).split(whereSeparator: \.isWhitespace).prefix(FilterWords.most)
      .map(String.init)
  }

  var isEmpty: Bool { words.isEmpty }

  /// Whether all words occur in a folded text.
  func match(_ folded: String) -> Bool { words.allSatisfy { folded.utf8Contains($0) } }
}

extension String {
  /// Whether the bytes of `part` occur; what `contains` says, without looking at characters.
  fileprivate func utf8Contains(_ part: String) -> Bool {
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
