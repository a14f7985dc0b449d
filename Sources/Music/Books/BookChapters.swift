// Chapters as they come from files and servers, and moving between them.
extension BookChapter {
  /// The most chapters of a book.
  package static let mostChapters = 5_000
  /// The most scalars of a title.
  package static let longestTitle = 500
  /// Behind this much of a chapter, the previous one is its own start.
  package static let previousThreshold = Duration.seconds(3)

  /// Chapters in order, each up to the next one, with clean titles.
  ///
  /// Those that begin outside of the timeline are left out, as is all but the first at one place; a
  /// gap belongs to the chapter before it. A total of zero is unknown and bounds nothing.
  package static func normalised(
    _ chapters: [BookChapter], within total: Duration
  ) -> [BookChapter] {
    let isBounded = total > .zero
    let usable = chapters.prefix(mostChapters).filter { chapter in
      chapter.start >= .zero ? !isBounded || chapter.start < total : chapter.end > .zero
    }
    let ordered = usable.enumerated().sorted { left, right in
      (max(.zero, left.element.start), left.offset) < (
        max(.zero, right.element.start), right.offset
      )
    }.map(\.element)
    var result: [BookChapter] = []
    for chapter in ordered {
      let (start, title) = (max(.zero, chapter.start), cleaned(title: chapter.title))
      if let last = result.last, last.start == start {
        if last.title.isEmpty { result[result.count - 1].title = title }
        result[result.count - 1].end = max(last.end, chapter.end)
        continue
      }
      result.append(BookChapter(title: title, start: start, end: chapter.end))
    }
    for index in result.indices {
      let isLast = index == result.count - 1
      let own = max(result[index].start, result[index].end)
      result[index].end = isLast ? (isBounded ? total : own) : result[index + 1].start
    }
    return result
  }

  /// One chapter for each part, for books without any.
  ///
  /// - Parameter title: The title of the part of an index.
  package static func perPart(
    _ parts: [BookPart], title: (Int) -> String
  ) -> [BookChapter] {
    parts.prefix(mostChapters).enumerated().map { index, part in
      BookChapter(title: cleaned(title: title(index)), start: part.start, end: part.end)
    }
  }

  /// Chapters of a part on the timeline of its book.
  package static func shifted(_ chapters: [BookChapter], into part: BookPart) -> [BookChapter] {
    normalised(chapters, within: part.duration).map {
      BookChapter(title: $0.title, start: part.start + $0.start, end: part.start + $0.end)
    }
  }

  /// A title in one line without control and bidirectional characters.
  package static func cleaned(title: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in title.unicodeScalars.prefix(longestTitle * 4) {
      switch scalar.value {
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default: text.append(scalar.displayable)
      }
    }
    let trimmed = String(text).trimmed()
    return String(trimmed.prefix(longestTitle))
  }
}

extension [BookChapter] {
  /// The index of the chapter at a place, of chapters in order; nil before the first.
  package func index(at place: Duration) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  package func chapter(at place: Duration) -> BookChapter? { index(at: place).map { self[$0] } }

  /// The start of the next chapter; nil in the last one.
  package func next(after place: Duration) -> Duration? {
    let next = index(at: place).map { $0 + 1 } ?? 0
    return next < count ? self[next].start : nil
  }

  /// The start of this chapter, or of the one before it where this one has only begun.
  package func previous(
    before place: Duration, threshold: Duration = BookChapter.previousThreshold
  ) -> Duration {
    guard let index = index(at: place) else { return .zero }
    if place - self[index].start > threshold { return self[index].start }
    return index > 0 ? self[index - 1].start : .zero
  }
}
