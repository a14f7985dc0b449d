extension Int64 {
  /// The largest count of bytes that is believed, so that sums of many do not overflow.
  package static let maximumBytes: Int64 = 1 << 60

  /// The sum of counts of bytes, of which devices may tell any number.
  package func addingBytes(_ other: Int64) -> Int64 {
    let most = Int64.maximumBytes
    return Swift.min(
      Swift.min(Swift.max(0, self), most) + Swift.min(Swift.max(0, other), most), most)
  }
}
