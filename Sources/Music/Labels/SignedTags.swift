/// Tags to add and to remove, as a user names them one after the other; of a tag that is named more
/// than once, in any spelling, the last word counts.
package struct SignedTags: Hashable, Sendable {
  package private(set) var adding: [String] = []
  package private(set) var removing: [String] = []

  package init() {}

  /// The tags of a line.
  package init(_ line: String) { take(line) }

  package var isEmpty: Bool { adding.isEmpty && removing.isEmpty }

  /// Takes in the tags of a line: "+TAG" or "TAG" adds one, "-TAG" removes one.
  package mutating func take(_ line: String) {
    for part in TagLine.parts(of: line) where !part.tag.isEmpty {
      let key = SortKey.folded(part.tag)
      adding.removeAll { SortKey.folded($0) == key }
      removing.removeAll { SortKey.folded($0) == key }
      if part.isRemoved == true { removing.append(part.tag) } else { adding.append(part.tag) }
    }
  }

  package var change: MarkChange.TagChange { .edit(adding: adding, removing: removing) }
}
