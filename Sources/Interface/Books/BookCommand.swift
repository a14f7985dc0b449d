import Music

/// Commands about audiobooks.
package enum BookCommand: Hashable, Sendable {
  /// Shows a list of books.
  case list(BookList)
  /// A row under the mouse: selects it, or opens the selected one.
  case row(Int)
  /// Opens the chapters of the book that plays.
  case chapters
  case nextChapter, previousChapter
  /// A place on the timeline of the book that plays.
  case goTo(Duration)
  /// By the lengths that are set.
  case skipForward, skipBack
  /// Back to the place before the last jump.
  case jumpBack
  /// Sets a bookmark at the place, with a note.
  case bookmark(String)
  case bookmarks
  case exportBookmarks(String)
  /// Presets of the speed.
  case chooseSpeed
  case finished, unfinished
  /// Takes the book out of those to continue, or back in.
  case hide
  /// The user's word that tracks, folders or a book are a book, or music.
  case markBook, markMusic
  case info
  case bedroom
}

extension CommandTable {
  static let bookSection = Section(
    title: "Audiobooks",
    entries: [
      CommandEntry(.book(.chapters), "chapters", "%", does: "chapters of the book: search, go to…"),
      CommandEntry(.book(.nextChapter), "next-chapter", ")", does: "next chapter"),
      CommandEntry(
        .book(.previousChapter), "previous-chapter", "(",
        does: "previous chapter; to its start when over 3 s in"),
      CommandEntry(.book(.skipForward), "skip-forward", does: "forward by the skip that is set"),
      CommandEntry(.book(.skipBack), "skip-back", does: "back by the skip that is set"),
      CommandEntry(
        .book(.jumpBack), "jump-back", "|", does: "back to the place before the last jump"),
      CommandEntry(.book(.bookmark("")), "bookmark", "#", does: "set a bookmark at the place"),
      CommandEntry(
        .book(.bookmarks), "bookmarks", "_", does: "bookmarks of the book: go to, edit, delete…"),
      CommandEntry(.book(.chooseSpeed), "speed", does: "speed of the book…"),
      CommandEntry(.book(.finished), "finished", does: "the book or episode is finished"),
      CommandEntry(.book(.unfinished), "unfinished", does: "the book or episode is not finished"),
      CommandEntry(
        .book(.hide), "hide", does: "take the book or episode out of those to continue, or back in"),
      CommandEntry(.book(.markBook), "book", does: "the marked tracks or the folder are a book"),
      CommandEntry(
        .book(.markMusic), "music", does: "the marked tracks, the folder or the book are music"),
      CommandEntry(
        .book(.info), "book-info", does: "description, narrator and series of the book…"),
      CommandEntry(
        .book(.bedroom), "bedroom", does: "dim the screen to clock, chapter and sleep timer"),
    ])
}

extension CommandLineReader {
  static let bookUsages: [Usage] = [
    Usage(
      form: "books LIST",
      summary: "audiobooks: " + BookList.named.compactMap(\.word).joined(separator: ", "),
      words: BookList.named.compactMap(\.word)
    ) { word in
      BookList.named.first { $0.word == word.lowercased() }.map { .book(.list($0)) }
    },
    Usage(form: "bookmark NOTE", summary: "set a bookmark with a note at the place") {
      .book(.bookmark($0))
    },
    Usage(
      form: "bookmarks-export FILE", summary: "write the bookmarks of the book as text or .m3u"
    ) { .book(.exportBookmarks($0)) },
  ]
}
