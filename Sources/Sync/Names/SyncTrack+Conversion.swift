package import Music

extension SyncTrack {
  /// The rule by which the track is converted; nil where it is copied as it is.
  ///
  /// Audio of the wanted codec is not encoded a second time, unless its rate is too high.
  package func conversion(by rule: ConversionRule?) -> ConversionRule? {
    guard let rule else { return nil }
    let rate = duration > 0 ? Double(file.size) * 8 / duration : 0
    let converts = rule.converts(
      codec: codec, sampleRate: sampleRate, isLossless: isLossless,
      bitRate: rate >= 1 && rate < 1e9 ? Int(rate) : nil)
    return converts ? rule : nil
  }

  /// The extension of its file on a device, without the dot.
  func fileExtension(_ rule: ConversionRule?) -> String {
    rule?.codec.fileExtension ?? path.fileExtension
  }

  /// The bytes of its file on a device: those of its own, or an upper bound of a converted one.
  func size(_ rule: ConversionRule?) -> Int64 {
    guard let rule else { return file.size }
    guard duration > 0, duration < 1e7 else { return file.size }
    // A cover comes along. The best variable quality of MP3 stays below 260 kbit/s.
    let bytes = Double(rule.bitRate ?? 260_000) / 8 * duration * 1.05 + 65_536
    return Int64(min(bytes, 1e15))
  }
}

extension ConversionRule.Codec {
  package var fileExtension: String {
    switch self {
    case .opus: "opus"
    case .mp3: "mp3"
    case .aac: "m4a"
    }
  }
}
