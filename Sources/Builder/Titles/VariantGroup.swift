/// Titles of the same artists, none a variant of another.
struct VariantGroup {
  private var titles: [String] = []
  private var points: [[UInt32]] = []
  // Apart from the rest, since each new title is compared with these of all others.
  private var outlines: [ComparedTitle.Outline] = []
  private var byPoints: [[UInt32]: Int] = [:]
  private var byWords: [[UInt32]: Int] = [:]

  /// Adds a title, unless it is a variant.
  ///
  /// - Returns: the title of which it is one: of several the same, or else the first.
  mutating func add(_ candidate: ComparedTitle, title: String) -> String? {
    if let index = byPoints[candidate.points] { return titles[index] }
    let words = candidate.words
    let sameWords = byWords[words] ?? titles.count
    let index = variant(of: candidate, before: sameWords) ?? sameWords
    if index < titles.count { return titles[index] }
    byPoints[candidate.points] = titles.count
    byWords[words] = titles.count
    titles.append(title)
    points.append(candidate.points)
    outlines.append(candidate.outline)
    return nil
  }

  private func variant(of candidate: ComparedTitle, before end: Int) -> Int? {
    for index in 0..<end
    where outlines[index].mayBeVariant(of: candidate.outline)
      && ComparedTitle.areVariants(candidate.points, points[index])
    {
      return index
    }
    return nil
  }
}
