/// The number of a frame of the session's sound, counted from its start.
typealias FrameNumber = Int64

extension FrameNumber {
  /// The full number of which `low` is the lower half, nearest to this one.
  @_noLocks @_noAllocation
  func nearest(_ low: UInt32) -> FrameNumber {
    self &+ FrameNumber(Int32(bitPattern: low &- UInt32(truncatingIfNeeded: self)))
  }

  /// The frames that so many seconds take, to the nearest one; what files and servers say may be
  /// longer than anything that is played.
  init(seconds: Double, rate: Int) {
    let frames = (seconds * Double(rate)).rounded()
    // In this order, since what is no number at all is the lower bound then.
    self = FrameNumber(Swift.min(1e15, Swift.max(-1e15, frames)))
  }
}
