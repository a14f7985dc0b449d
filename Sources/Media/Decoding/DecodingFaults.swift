import CFFmpeg

/// What went wrong since the last seek, to tell a damaged file from one that is no audio at all.
struct DecodingFaults {
  /// Reads that failed in a row.
  var unread = 0
  /// Packets that could not be decoded.
  var undecoded = 0
  /// FFmpeg's code of the last fault.
  var lastCode: Int32 = 0
  private var seconds = 0.0

  static let unreadLimit = 50
  private static let undecodedLimit = 64

  var hasSound: Bool { seconds > 0 }

  /// Whether there are so many faults and so little sound that going on makes no sense.
  var isHopeless: Bool { undecoded >= Self.undecodedLimit && seconds < 1 }

  mutating func noteSound(_ frame: UnsafeMutablePointer<AVFrame>?) {
    guard let frame, frame.pointee.sample_rate > 0 else { return }
    seconds += Double(frame.pointee.nb_samples) / Double(frame.pointee.sample_rate)
  }
}
