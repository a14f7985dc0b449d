import BenchHarness

/// A recording of the coded signal, as stretches of consecutive frames.
struct CodedSound {
  struct Stretch: Equatable {
    /// First frame in the recording.
    var start: Int
    var count: Int
    /// Number encoded in the first frame.
    var number: Int

    var end: Int { start + count }
    /// The number after the last frame.
    var next: Int { number + count }
  }

  let recording: Recording
  let stretches: [Stretch]

  /// Shorter ones come about by chance in fades.
  private static let shortest = 32

  init(_ recording: Recording) {
    self.recording = recording
    var found: [Stretch] = []
    var current: Stretch?
    for frame in 0..<recording.count {
      let number = CodedSignal.number(recording.left[frame], recording.right[frame])
      if let last = current, number != last.next {
        if last.count >= Self.shortest { found.append(last) }
        current = nil
      }
      if let number {
        if current == nil { current = Stretch(start: frame, count: 0, number: number) }
        current?.count += 1
      }
    }
    if let current, current.count >= Self.shortest { found.append(current) }
    stretches = found
  }

  /// The number audible at a moment, nil if none.
  func number(at moment: Moment) -> Int? {
    guard let frame = recording.frame(at: moment) else { return nil }
    return stretches.first { ($0.start..<$0.end).contains(frame) }.map {
      $0.number + frame - $0.start
    }
  }

  /// Audible frames between two stretches without a number, as in a fade.
  func faded(_ frames: Range<Int>) -> Int { frames.count { !recording.isSilent($0) } }

  /// Audible frames without a number right before a stretch.
  func faded(before stretch: Stretch) -> Int {
    var start = stretch.start
    while start > 0, !recording.isSilent(start - 1) { start -= 1 }
    return stretch.start - start
  }

  /// Silent frames between two stretches.
  func silent(_ frames: Range<Int>) -> Int { frames.count { recording.isSilent($0) } }

  /// Silent and lost frames from the first stretch to the last.
  var faults: (silent: Int, lost: Int) {
    zip(stretches, stretches.dropFirst()).reduce(into: (0, 0)) { sum, pair in
      let between = pair.0.end..<pair.1.start
      sum.0 += silent(between)
      sum.1 += abs(pair.1.number - pair.0.next - faded(between))
    }
  }
}
