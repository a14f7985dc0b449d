/// Titles that a build has, by the artists of each; finds the one of which another is a variant.
package struct VariantIndex {
  private var groups: [[[UInt32]]: VariantGroup] = [:]

  package init() {}

  /// Adds a title, unless it is a variant of one that the same artists have.
  ///
  /// - Returns: the title of which this is a variant; nil where it was added, or has no letters
  ///   that are compared.
  package mutating func add(_ title: String, by artists: [String]) -> String? {
    let points = TitleNormalisation.points(of: title)
    guard !points.isEmpty else { return nil }
    return groups[VariantIndex.key(artists), default: VariantGroup()]
      .add(ComparedTitle(points: points), title: title)
  }

  private static func key(_ artists: [String]) -> [[UInt32]] {
    let names = artists.filter { !$0.isEmpty }.map { CaseFolding.folded($0).codePoints }
    return names.isEmpty ? [[]] : names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether a normalised title is a variant of another: alike by nine tenths, of the same words,
  /// or nearly the whole of it.
  package static func isVariant(_ candidate: String, of known: String) -> Bool {
    guard !candidate.isEmpty, !known.isEmpty else { return false }
    var group = VariantGroup()
    _ = group.add(ComparedTitle(points: known.codePoints), title: "")
    return group.add(ComparedTitle(points: candidate.codePoints), title: "") != nil
  }
}
