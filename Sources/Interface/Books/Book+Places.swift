import Music

// Places on the timeline of a book.
extension Book {
  /// The first part of a track.
  func part(of track: TrackID) -> Int? { parts.firstIndex { $0.track == track } }

  /// The chapter that holds a place; what is before the first one belongs to it.
  func chapter(at place: Duration) -> Int? {
    chapters.index(at: place) ?? (chapters.isEmpty ? nil : 0)
  }

  /// The end of the chapter that holds a place, or of a book without chapters.
  func end(ofChapterAt place: Duration) -> Duration? {
    guard let index = chapter(at: place) else { return duration > .zero ? duration : nil }
    // Where chapters overlap or leave a gap, the next one begins.
    return index + 1 < chapters.count
      ? chapters[index + 1].start : max(chapters[index].end, chapters[index].start)
  }

  /// Whether the place is so close to the end that the book begins anew.
  var isOver: Bool {
    !timeline.hasUnknownParts && duration > .zero
      && duration - progress.place <= BookRules().finishedLeft
  }
}
