/// Genres of audiobooks and other speech, as tags have them.
package enum BookGenre {
  private static let books = folded([
    "audiobook", "audiobooks", "audio book", "audio-book", "hörbuch", "hörbücher", "hörspiel",
    "spoken word", "spoken & audio", "livre audio", "audiolibro", "audiolivro", "luisterboek",
    "ljudbok", "lydbok", "аудиокнига",
  ])
  private static let speech = folded(["podcast", "podcasts", "speech", "spoken"])
  private static let longest = 1_000

  /// Whether a genre, or one of several in a text, is that of audiobooks.
  package static func isBook(_ genre: String?) -> Bool { has(genre, books) }

  /// Whether a genre, or one of several in a text, is that of other speech.
  package static func isSpeech(_ genre: String?) -> Bool { has(genre, speech) }

  private static func folded(_ names: [String]) -> Set<String> {
    Set(names.map { SortKey.folded($0) })
  }

  private static func has(_ genre: String?, _ names: Set<String>) -> Bool {
    guard let genre, genre.utf8.count < longest else { return false }
    return SortKey.folded(genre).split { ";,/".contains($0) }
      .contains { names.contains(String($0).trimmed()) }
  }
}
