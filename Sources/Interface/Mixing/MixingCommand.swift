import Music

/// Commands about mixing tracks into each other.
package enum MixingCommand: Hashable, Sendable {
  /// Ranks the library by how well it mixes into the selected track.
  case fits
  /// Proposes an order for the open playlist.
  case arrange
  /// Edits the join at the cursor of the large mix.
  case join
  /// Shows or hides the clashes of neighbours in playlists.
  case clashes(Bool)
}

extension CommandTable {
  static let mixingEntries = [
    CommandEntry(
      .mixing(.fits), "fits", "w", does: "what fits now: tracks that mix into this one…"),
    CommandEntry(
      .mixing(.join), "join", "P", pane: .mix,
      does: "edit how one entry goes into the next; of a small mix, its playlist…"),
    CommandEntry(.slot(.open(.one)), "mix-1", does: "open mix 1 large"),
    CommandEntry(.slot(.open(.two)), "mix-2", does: "open mix 2 large"),
    CommandEntry(.slot(.open(.three)), "mix-3", does: "open mix 3 large"),
    CommandEntry(
      .mixing(.arrange), "arrange", does: "propose an order in which the playlist mixes well…"),
  ]
}

extension CommandLineReader {
  static let mixingUsages: [Usage] = [
    Usage(
      form: "clashes ON|OFF", summary: "mark entries that clash with the one before: ≠",
      words: ["on", "off"]
    ) {
      isOn($0).map { .mixing(.clashes($0)) }
    }
  ]
}
