/// Names of people in one text: "Ann Lee & Bo Ek", "Lee, Ann", "Ann Lee, Bo Ek - translator".
package enum BookNames {
  private static let suffixes: Set<String> = [
    "jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "mba", "ma", "dds", "obe", "cbe",
  ]
  private static let particles: Set<String> = [
    "von", "van", "de", "der", "den", "di", "da", "la", "le", "du", "des", "del", "della", "af",
    "av", "zu", "zum", "ter", "ten", "bin", "ibn", "al", "el", "st.", "dos", "do", "y",
  ]
  /// Roles of people who are neither authors nor narrators.
  private static let helpers: Set<String> = [
    "translator", "introduction", "foreword", "afterword", "preface", "editor", "illustrator",
    "contributor", "adapter", "adaptation", "cover", "publisher",
  ]
  private static let roles: Set<String> = ["author", "narrator", "reader", "read by"]
  private static let longest = 4_000

  /// The names of several texts, each once.
  package static func names(in texts: [String]) -> [String] {
    FactText.lines(texts.flatMap(names(in:)))
  }

  /// The names in a text, first names in front.
  package static func names(in text: String) -> [String] {
    let groups = text.prefix(longest).split { "&;".contains($0) || $0.isNewline }
    let named = groups.flatMap { names(ofGroup: String($0)) }
    let people = named.filter { !$0.isHelper }
    return FactText.lines((people.isEmpty ? named : people).map(\.name))
  }

  private struct Person {
    var name: String
    var isHelper: Bool

    /// A name, perhaps with a role: "Ann Lee - translator".
    init(_ text: String) {
      (name, isHelper) = (text, false)
      guard let gap = text.range(ofLast: " - ") else { return }
      let role = text[gap.upperBound...].trimmed().lowercased()
      isHelper = helpers.contains(role)
      if isHelper || roles.contains(role) { name = text[..<gap.lowerBound].trimmed() }
    }
  }

  private static func names(ofGroup group: String) -> [Person] {
    var parts: [String] = []
    for part in group.split(separator: ",").map({ $0.trimmed() }) where !part.isEmpty {
      // "Lee, Jr." is one name.
      if isSuffix(part), let last = parts.last {
        parts[parts.count - 1] = "\(last), \(part)"
      } else {
        parts.append(part)
      }
    }
    let isSorted =
      parts.count % 2 == 0 && !parts.contains(where: isIdeographic)
      && stride(from: 0, to: parts.count, by: 2).allSatisfy { isLastName(parts[$0]) }
    guard isSorted else { return parts.map(Person.init) }
    return stride(from: 0, to: parts.count, by: 2).map { index in
      var first = Person(parts[index + 1])
      first.name += " \(parts[index])"
      return first
    }
  }

  private static func isSuffix(_ text: String) -> Bool {
    suffixes.contains(text.filter { $0 != "." }.lowercased())
  }

  /// Whether a text can be a last name alone: one word, or particles and a word.
  private static func isLastName(_ text: String) -> Bool {
    text.split(separator: " ").dropLast().allSatisfy { particles.contains($0.lowercased()) }
  }

  /// Whether a text is in a script without spaces between words.
  private static func isIdeographic(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x2E80...0xD7FF).contains($0.value) || $0.value >= 0x20000 }
  }
}

extension String {
  /// The last range of a separator.
  func range(ofLast separator: String) -> Range<Index>? { ranges(of: separator).last }
}
