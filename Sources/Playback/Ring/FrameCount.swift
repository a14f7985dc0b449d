/// The number of a frame of the session's sound, counted from its start.
typealias FrameNumber = Int64

extension FrameNumber {
  /// The full number of which `low` is the lower half, nearest to this one.
  func nearest(_ low: UInt32) -> FrameNumber {
    self + FrameNumber(Int32(bitPattern: low &- UInt32(truncatingIfNeeded: self)))
  }
}
