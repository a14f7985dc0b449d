/// The number of insertions, deletions and changes between two texts (Levenshtein).
enum EditDistance {
  /// Scalars of a text that count.
  private static let maximumLength = 20

  static func between(_ left: String, _ right: String) -> Int {
    let left = left.unicodeScalars.prefix(maximumLength)
    let right = Array(right.unicodeScalars.prefix(maximumLength))
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}
