extension Lyrics {
  /// The largest file in bytes; real ones have a few thousand.
  package static let maximumBytes = 1 << 20
  /// Lines beyond these are dropped, repeated ones included.
  package static let maximumLines = 10_000
  /// Unicode scalars of a line and of a tag's value; the rest is dropped. Also the most words.
  package static let maximumText = 2_000
  /// Lines that start later are dropped.
  package static let maximumTime = Duration.seconds(86_400)
  static let maximumTags = 100

  /// Parses LRC with its extensions, or plain text where no line begins with a timestamp, in UTF-8,
  /// UTF-16 or a guessed encoding.
  ///
  /// Nil for more than `maximumBytes`, for bytes that are no text, and without a word of lyrics.
  package init?(bytes: [UInt8]) {
    guard bytes.count <= Lyrics.maximumBytes, let text = try? FileText(bytes).utf8 else {
      return nil  // because a file that is no text has no lyrics
    }
    var parser = LyricsParser()
    LRC.visitLines(of: text) { line, _ in parser.read(line) }
    guard let lyrics = parser.finished() else { return nil }
    self = lyrics
  }
}

/// Parses the lines of a text in order.
private struct LyricsParser {
  private var lines: [Lyrics.Line] = []
  private var tags: [Lyrics.Tag] = []
  private var offset = Duration.zero
  /// The starts of the last line with timestamps; nil before the first one.
  private var starts: [Duration]?

  mutating func read(_ line: ArraySlice<UInt8>) {
    var rest = line.drop(while: LRC.isSpace)
    var found: [Duration] = []
    var isTimed = false
    while let timestamp = LRC.timestamp(rest, in: .squareBrackets) {
      isTimed = true
      // Some programs repeat the line's timestamp for the first word.
      if timestamp.time <= Lyrics.maximumTime, timestamp.time != found.last,
        found.count < Lyrics.maximumLines
      {
        found.append(timestamp.time)
      }
      rest = rest[timestamp.end...].drop(while: LRC.isSpace)
    }
    if !isTimed, let first = LRC.timestamp(rest, in: .angleBrackets) {
      isTimed = true
      if first.time <= Lyrics.maximumTime { found = [first.time] }
    }
    if isTimed {
      addTimed(rest, found)
    } else if let tag = LRC.tag(rest) {
      add(tag)
    } else {
      addUntimed(rest)
    }
  }

  private mutating func add(_ tag: Lyrics.Tag) {
    if tag.name == "offset" {
      if let milliseconds = LRC.milliseconds(tag.value) { offset = .milliseconds(milliseconds) }
    } else if tags.count < Lyrics.maximumTags, !tag.value.isEmpty {
      tags.append(tag)
    }
  }

  private mutating func addTimed(_ content: ArraySlice<UInt8>, _ starts: [Duration]) {
    if self.starts == nil {
      lines = lines.filter { !$0.text.isEmpty }.map { Lyrics.Line(start: .zero, text: $0.text) }
    }
    self.starts = starts
    guard let first = starts.first else { return }
    add(LRC.line(content, start: first), starts)
  }

  /// In LRC, text without a timestamp continues the line before.
  private mutating func addUntimed(_ content: ArraySlice<UInt8>) {
    guard lines.count < Lyrics.maximumLines else { return }
    let line = Lyrics.Line(text: LRC.text(content).trimmed())
    if let starts {
      if !line.text.isEmpty { add(line, starts) }
    } else if !line.text.isEmpty || lines.last?.text.isEmpty == false {
      lines.append(line)
    }
  }

  private mutating func add(_ line: Lyrics.Line, _ starts: [Duration]) {
    for start in starts.prefix(Lyrics.maximumLines - lines.count) {
      lines.append(Lyrics.Line(start: start, text: line.text, words: line.words))
    }
  }

  func finished() -> Lyrics? {
    var lines = lines
    if starts == nil {
      if lines.last?.text.isEmpty == true { lines.removeLast() }
    } else {
      for index in lines.indices {
        guard let start = lines[index].start else { continue }
        lines[index].start = min(max(start - offset, .zero), Lyrics.maximumTime)
      }
      // Sorting is stable.
      lines.sort { ($0.start ?? .zero) < ($1.start ?? .zero) }
    }
    guard lines.contains(where: { !$0.text.isEmpty }) else { return nil }
    return Lyrics(lines: lines, tags: tags)
  }
}
