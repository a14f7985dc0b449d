/// The lyrics of a track, line by line.
package struct Lyrics: Equatable, Sendable {
  /// In the order of their starts, lines of one start in the order of the file.
  package var lines: [Line]
  /// The ID tags of an LRC file in their order, without the offset, which is applied.
  package var tags: [Tag]

  package struct Line: Equatable, Sendable {
    /// From the track's beginning; nil in lyrics without times.
    package var start: Duration?
    /// Empty for an instrumental break, and between two paragraphs.
    package var text: String
    /// The parts of the text with times of their own, in order; empty without such times.
    package var words: [Word]

    package init(start: Duration? = nil, text: String, words: [Word] = []) {
      self.start = start
      self.text = text
      self.words = words
    }
  }

  package struct Word: Equatable, Sendable {
    /// From the start of the line.
    package var delay: Duration
    /// With the space behind it; empty for a rest, and for the end of the last word.
    package var text: String

    package init(delay: Duration, text: String) {
      self.delay = delay
      self.text = text
    }
  }

  package struct Tag: Equatable, Sendable {
    /// In lower case: "ti", "ar".
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(lines: [Line], tags: [Tag] = []) {
    self.lines = lines
    self.tags = tags
  }

  /// Whether the lines have times.
  package var isSynced: Bool { lines.first?.start != nil }

  /// The lines heard at a time: several where they have one start, as a translation has; nil before
  /// the first, and without times.
  package func lines(at time: Duration) -> Range<Int>? {
    let end = lines.partition { $0.start.map { $0 <= time } ?? false }
    guard end > 0, let start = lines[end - 1].start else { return nil }
    return lines.partition { $0.start.map { $0 < start } ?? false }..<end
  }
}

extension Lyrics.Line {
  /// The index of the word heard at a time; nil before the first, and without words.
  package func word(at time: Duration) -> Int? {
    guard let start else { return nil }
    let end = words.partition { start + $0.delay <= time }
    return end > 0 ? end - 1 : nil
  }
}

extension Array {
  /// The number of leading elements that fulfil a condition (binary search).
  fileprivate func partition(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
