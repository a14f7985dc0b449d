import Music

extension CommandLineReader {
  static let cueUsages: [Usage] = [
    Usage(
      form: "cue KIND [NAME]",
      summary: Cue.Kind.allCases.map(\.word).joined(separator: ", "),
      words: Cue.Kind.allCases.map(\.word)
    ) { cue($0) },
    Usage(form: "go-cue CUE", summary: "go to a cue by its number, name or kind") {
      .cue(.go($0))
    },
  ]

  /// Reads "drop", "drop The big one", "mix-in" and "mix in".
  private static func cue(_ text: String) -> Command? {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    // "mix in" has two words.
    for count in [2, 1] where words.count >= count {
      let kind = Cue.Kind(named: words.prefix(count).joined(separator: " "))
      guard let kind, count == 1 || kind.rawValue.contains(" ") else { continue }
      var name = text[...]
      for word in words.prefix(count) {
        name = name.dropFirst(word.count).drop { $0 == " " }
      }
      let tidied = Cue.tidied(String(name))
      return tidied.count > Cue.maximumName ? nil : .cue(.drop(kind, name: tidied))
    }
    return nil
  }
}
