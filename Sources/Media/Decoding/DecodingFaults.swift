import CFFmpeg

/// Faults since the last seek, to tell a damaged file from one without audio.
struct DecodingFaults {
  /// Failed reads in a row.
  var unread = 0
  /// Undecodable packets.
  var undecoded = 0
  /// FFmpeg's code of the last fault.
  var lastCode: Int32 = 0
  private var seconds = 0.0

  static let unreadLimit = 50
  private static let undecodedLimit = 64

  var hasSound: Bool { seconds > 0 }

  /// Whether there are too many faults and too little sound to go on.
  var isHopeless: Bool { undecoded >= Self.undecodedLimit && seconds < 1 }

  mutating func noteSound(_ frame: UnsafeMutablePointer<AVFrame>?) {
    guard let frame, frame.pointee.sample_rate > 0 else { return }
    seconds += Double(frame.pointee.nb_samples) / Double(frame.pointee.sample_rate)
  }
}
