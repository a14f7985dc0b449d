import Foundation

/// Follows a recording by correlation with the block of the ten hours.
struct CorrelationTrace {
  struct Match {
    /// Difference between a frame's index in the block and in the recording.
    var offset: Int
    /// Gain of the player against the block: players upmix one channel in different ways.
    var gain: Double
  }

  let recording: Recording
  let music: TenHours

  init(_ recording: Recording, _ music: TenHours) {
    self.recording = recording
    self.music = music
  }

  /// The match from a frame on, nil if the block is not audible.
  func match(near frame: Int) -> Match? {
    let length = 16384
    guard frame >= 0, frame + length <= recording.count else { return nil }
    let piece = recording.left[frame..<frame + length]
    let found = music.block.find(piece)
    guard found.likeness > 0.98 else { return nil }
    let there = music.block.samples[found.start..<found.start + length]
    let product = zip(piece, there).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    let energy = there.reduce(0.0) { $0 + Double($1) * Double($1) }
    return Match(offset: found.start - frame, gain: product / energy)
  }

  /// From the end of the old sound to the beginning of the new one.
  func change(from old: Match, to new: Match, in range: Range<Int>) -> Range<Int> {
    let step = 32
    var end = range.lowerBound
    while end + step <= range.upperBound, isLike(old, end..<end + step) { end += step }
    var start = range.upperBound - 30_000
    while start - step > end, isLike(new, start - step..<start) { start -= step }
    guard start - end <= 4 * step + entry else {
      // The first sound counts even if it is a wrong one.
      guard let silence = (end..<end + 2 * step).first(where: recording.isSilent) else {
        return end..<end
      }
      return silence..<((silence..<start).first { !recording.isSilent($0) } ?? start)
    }
    let last = min(range.upperBound, start + step + entry)
    let best = meeting(of: old, and: new, in: max(range.lowerBound, end - step)..<last)
    return best..<best
  }

  /// Frames of a player's fade-in: 8 ms.
  private var entry: Int { recording.rate / 125 }

  /// The join of two sounds, exact to the frame: at once, or by a linear fade-in.
  private func meeting(of old: Match, and new: Match, in range: Range<Int>) -> Int {
    let before = range.map { pow(error(old, $0), 2) }
    let after = range.map { pow(error(new, $0), 2) }
    var (least, best) = (Double.infinity, range.lowerBound)
    for ramp in [0, entry] {
      // Squared error of a join at the first frame, updated for each later one.
      var rest = after.dropFirst(ramp).reduce(0, +)
      for position in 0..<max(0, range.count - ramp) {
        var sum = rest
        for index in 0..<ramp where sum < least {
          let gain = Double(index + 1) / Double(ramp)
          let frame = range.lowerBound + position + index
          sum += pow(Double(recording.left[frame]) - gain * expected(new, frame), 2)
        }
        if sum < least { (least, best) = (sum, range.lowerBound + position) }
        rest += before[position] - after[position + ramp]
      }
    }
    return best
  }

  private func isLike(_ match: Match, _ frames: Range<Int>) -> Bool {
    var (difference, energy) = (0.0, 1e-6)
    for frame in frames {
      difference += pow(error(match, frame), 2)
      energy += pow(expected(match, frame), 2)
    }
    return difference < 0.05 * energy
  }

  private func error(_ match: Match, _ frame: Int) -> Double {
    Double(recording.left[frame]) - expected(match, frame)
  }

  private func expected(_ match: Match, _ frame: Int) -> Double {
    var index = (frame + match.offset) % music.period
    if index < 0 { index += music.period }
    return match.gain * Double(music.block.samples[index])
  }
}
