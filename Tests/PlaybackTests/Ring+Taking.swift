@testable import Playback

extension Ring {
  /// Claims up to `count` frames, committed or not, and returns them unchanged.
  func receive(_ count: Int) -> [Float] {
    let claim = ringClaim(memory, count, onlyCommitted: false)
    var out = [Float](repeating: 0, count: claim.count * 2)
    ringCopy(memory.pointee.samples, from: claim.start, to: &out, claim.count)
    return out
  }
}
