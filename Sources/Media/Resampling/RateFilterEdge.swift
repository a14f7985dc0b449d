/// What a rate filter is given beyond the sound itself, and where that leaves the sound.
struct RateFilterEdge {
  /// Frames of the sound by which the rest is guessed, at most.
  let held: Int
  /// Frames that go in before the sound.
  let before: Int
  /// Frames that come out for them.
  let unwanted: Int
  /// Frames that go in behind the sound: more than half of what the filter looks at.
  let length: Int

  private let rate: Int64
  /// How much later than the first wanted frame the sound starts, in frames that come out, times
  /// the rate of what goes in.
  private let lead: Int64

  init(from sourceRate: Int, to rate: Int, lead: Double) {
    let ratio = Double(sourceRate) / Double(rate)
    // At low rates little of the sound is held, and a silly rate makes only so many frames.
    held = max(1, min(1024, sourceRate / 8))
    let length = Int(min(max(1, min(256 * max(1, ratio), 65536 * ratio)), 8192))
    self.length = length
    self.rate = Int64(rate)
    self.lead = Int64((lead * Double(sourceRate)).rounded())
    // Of the numbers of frames that can go in, one puts the sound at its place exactly, or all but:
    // at 44.1 to 48 kHz one in 147 frames lies on a frame that comes out, and each of these frames
    // before it lies differently between two of them. Where the rates have so little in common that
    // more would be needed, the sound is off by less than 1/1000 of a frame.
    let source = Int64(sourceRate)
    let start = -self.lead
    func offset(_ frames: Int) -> Int64 { Int64(frames) * Int64(rate) + start }
    func distance(_ frames: Int) -> Int64 {
      let past = offset(frames) % source
      return min(past, source - past)
    }
    var best = length
    for frames in length..<length + min(sourceRate, 2048) where distance(frames) < distance(best) {
      best = frames
      if distance(best) == 0 { break }
    }
    before = best
    unwanted = Int((2 * offset(best) + source) / (2 * source))
  }

  /// Where a frame of the sound lies in what comes out, times the rate of what goes in.
  func position(of frame: Int64) -> Int64 { frame * rate + lead }
}
