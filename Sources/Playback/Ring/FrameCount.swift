/// A frame number within the session, counted from its start.
typealias FrameNumber = Int64

extension FrameNumber {
  /// The full number with the lower half `low`, nearest to this one.
  @_noLocks @_noAllocation
  func nearest(_ low: UInt32) -> FrameNumber {
    self &+ FrameNumber(Int32(bitPattern: low &- UInt32(truncatingIfNeeded: self)))
  }

  /// Seconds in frames, rounded to nearest and clamped: files and servers may state any length.
  init(seconds: Double, rate: Int) {
    let frames = (seconds * Double(rate)).rounded()
    // In this order, since NaN then becomes the lower bound.
    self = FrameNumber(Swift.min(1e15, Swift.max(-1e15, frames)))
  }
}
