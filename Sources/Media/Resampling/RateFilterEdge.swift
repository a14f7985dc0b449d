/// The extrapolated edges of a rate filter, and the resulting offset of the sound.
struct RateFilterEdge {
  /// The most frames used for the extrapolation.
  let held: Int
  /// Input frames before the sound.
  let before: Int
  /// Output frames before the sound.
  let unwanted: Int
  /// Input frames behind the sound: more than half of the filter's length.
  let length: Int

  private let rate: Int64
  /// The delay of the sound against the first wanted frame, in output frames, times the input rate.
  private let delay: Int64

  init(from sourceRate: Int, to rate: Int, delay: Double) {
    let ratio = Double(sourceRate) / Double(rate)
    // Fewer frames at low rates, and bounded for extreme ones.
    held = max(1, min(1024, sourceRate / 8))
    let length = Int(min(max(1, min(256 * max(1, ratio), 65536 * ratio)), 8192))
    self.length = length
    self.rate = Int64(rate)
    self.delay = Int64((delay * Double(sourceRate)).rounded())
    // One of the possible numbers of frames aligns the sound exactly, or all but: at 44.1 to 48 kHz
    // one in 147 frames lies on an output frame, and each of these frames before it lies
    // differently between two of them. Where the rates have so little in common that more would be
    // needed, the sound is off by less than 1/1000 of a frame.
    let source = Int64(sourceRate)
    let start = -self.delay
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

  /// The output position of a frame, times the input rate.
  func position(of frame: Int64) -> Int64 { frame * rate + delay }
}
