/// Tags to add and to remove, as a user names them one after the other; of a tag that is named more
/// than once, in any spelling, the last word counts.
package struct SignedTags: Hashable, Sendable {
  package private(set) var adding: [String] = []
  package private(set) var removing: [String] = []

  package init() {}

  package var isEmpty: Bool { adding.isEmpty && removing.isEmpty }

  /// Takes in "+TAG" or "TAG", which adds one, or "-TAG", which removes one.
  package mutating func take(_ signed: some StringProtocol) {
    let hasSign = signed.hasPrefix("+") || signed.hasPrefix("-")
    let tag = LabelText.line(String(hasSign ? signed.dropFirst() : signed[...]))
    let key = SortKey.folded(tag)
    adding.removeAll { SortKey.folded($0) == key }
    removing.removeAll { SortKey.folded($0) == key }
    if signed.hasPrefix("-") { removing.append(tag) } else { adding.append(tag) }
  }

  package var change: MarkChange.TagChange { .edit(adding: adding, removing: removing) }
}
