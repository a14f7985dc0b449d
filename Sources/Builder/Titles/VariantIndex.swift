/// Titles that a build has, by the artists of each; finds the one of which another is a variant.
package struct VariantIndex {
  /// A normalised title, prepared for comparison.
  private struct Entry {
    let points: [UInt32]
    let sorted: [UInt32]
    /// Its words, sorted and each once.
    let words: [[UInt32]]
    let title: String

    init(_ normalised: String, title: String) {
      points = normalised.codePoints
      sorted = points.sorted()
      let parts = Set(points.split(separator: 0x20).map(Array.init))
      words = parts.sorted { $0.lexicographicallyPrecedes($1) }
      self.title = title
    }
  }

  private var entries: [[[UInt32]]: [Entry]] = [:]

  package init() {}

  /// Adds a title, unless it is a variant of one that the same artists have.
  ///
  /// - Returns: the title of which this is a variant; nil where it was added, or has no letters
  ///   that are compared.
  package mutating func add(_ title: String, by artists: [String]) -> String? {
    let normalised = TitleNormalisation.normalised(title)
    guard !normalised.isEmpty else { return nil }
    let artists = VariantIndex.key(artists)
    let candidate = Entry(normalised, title: title)
    if let known = entries[artists]?.first(where: { $0.points == candidate.points })
      ?? entries[artists]?.first(where: { VariantIndex.isVariant(candidate, of: $0) })
    {
      return known.title
    }
    entries[artists, default: []].append(candidate)
    return nil
  }

  private static func key(_ artists: [String]) -> [[UInt32]] {
    let names = artists.filter { !$0.isEmpty }.map { CaseFolding.folded($0).codePoints }
    return names.isEmpty ? [[]] : names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether a normalised title is a variant of another: alike by nine tenths, of the same words,
  /// or nearly the whole of it.
  package static func isVariant(_ candidate: String, of known: String) -> Bool {
    guard !candidate.isEmpty, !known.isEmpty else { return false }
    return isVariant(Entry(candidate, title: ""), of: Entry(known, title: ""))
  }

  private static let leastRatio = 0.92

  private static func isVariant(_ candidate: Entry, of known: Entry) -> Bool {
    candidate.points == known.points || candidate.words == known.words
      || contains(known.points, candidate.points) || contains(candidate.points, known.points)
      || isAlike(candidate, known)
  }

  private static func isAlike(_ candidate: Entry, _ known: Entry) -> Bool {
    let length = candidate.points.count + known.points.count
    func canReach(_ matches: Int) -> Bool {
      SequenceMatcher.ratio(matches: matches, length: length) >= leastRatio
    }
    return canReach(min(candidate.points.count, known.points.count))
      && canReach(SequenceMatcher.common(candidate.sorted, known.sorted))
      && SequenceMatcher(second: known.points).ratio(first: candidate.points) >= leastRatio
  }

  /// Whether a text is in another and at least four characters and six tenths of it.
  private static func contains(_ text: [UInt32], _ part: [UInt32]) -> Bool {
    guard part.count <= text.count, Double(part.count) >= max(4, Double(text.count) * 0.6)
    else { return false }
    return (0...text.count - part.count).contains { start in
      text[start..<start + part.count].elementsEqual(part)
    }
  }
}
