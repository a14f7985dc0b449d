import Music

/// The window in which lines of lyrics get the times at which they are heard.
package struct LyricsTapPanel: Equatable, Sendable {
  let track: TrackID
  let title: String
  /// The file to write, and whether that replaces the present lyrics.
  let file: FilePath
  let replaces: Bool
  private(set) var lyrics: Lyrics
  /// The starts before the first tap.
  private let before: [Duration?]
  private(set) var tapped: Set<Int> = []
  /// The line of the next tap; behind the last line at the end.
  private(set) var next: Int

  init(
    _ lyrics: Lyrics, of track: TrackID, title: String, file: FilePath, replaces: Bool,
    from line: Int
  ) {
    self.lyrics = lyrics
    self.track = track
    self.title = title
    self.file = file
    self.replaces = replaces
    before = lyrics.lines.map(\.start)
    next = 0
    next = lineWithText(from: line)
  }

  var isAtEnd: Bool { next == lyrics.lines.count }

  /// The lines with words, and how many of them have a time.
  var counts: (timed: Int, all: Int) {
    let lines = lyrics.lines.filter { !$0.text.isEmpty }
    return (lines.count { $0.start != nil }, lines.count)
  }

  private func lineWithText(from line: Int) -> Int {
    lyrics.lines.indices.first { $0 >= line && !lyrics.lines[$0].text.isEmpty }
      ?? lyrics.lines.count
  }

  /// Gives the next line a time, to a hundredth of a second. Times of its words move along.
  mutating func tap(at time: Duration) {
    guard !isAtEnd else { return }
    lyrics.lines[next].start = .milliseconds(Int((time.seconds * 100).rounded()) * 10)
    tapped.insert(next)
    next = lineWithText(from: next + 1)
  }

  /// Goes back to the line before, and takes its tap back.
  ///
  /// - Returns: The time that the line had; nil for none and on the first line.
  mutating func goBack() -> Duration? {
    let line = lyrics.lines[..<next].lastIndex { !$0.text.isEmpty }
    guard let line else { return nil }
    let time = lyrics.lines[line].start
    if tapped.remove(line) != nil { lyrics.lines[line].start = before[line] }
    next = line
    return time
  }

  mutating func move(to line: Int) { next = max(0, min(lyrics.lines.count, line)) }

  mutating func move(by step: Int) {
    let sum = next.addingReportingOverflow(step)
    move(to: sum.overflow ? (step < 0 ? 0 : .max) : sum.partialValue)
  }
}
