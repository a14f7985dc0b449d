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
  func match(_ folded: String) -> Bool { words.allSatisfy { folded.contains(bytesOf: $0) } }
}
