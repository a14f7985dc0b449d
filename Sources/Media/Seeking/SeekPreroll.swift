import CFFmpeg

/// The pre-roll of a seek, so that the first wanted frame decodes correctly.
enum SeekPreroll {
  /// 100 ms for codecs whose blocks depend on previous ones, else none; in frames of `rate`.
  ///
  /// A frame of layer III may begin up to 511 bytes earlier, in the bit reservoir: at the lowest
  /// bit rates that is 20 frames, half a second.
  static func frames(_ codec: AVCodecID, rate: Int) -> Int64 {
    switch codec {
    case AV_CODEC_ID_MP3: Int64(rate * 6 / 10)
    case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS,
      AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2:
      Int64(rate / 10)
    default: 0
    }
  }
}
