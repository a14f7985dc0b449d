import CFFmpeg

/// How much earlier decoding has to start so that the first frame wanted is right.
enum SeekPreroll {
  /// 100 ms where blocks depend on those before them, else nothing; in frames of `rate`.
  static func frames(_ codec: AVCodecID, rate: Int) -> Int64 {
    switch codec {
    case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS,
      AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2:
      Int64(rate / 10)
    default: 0
    }
  }
}
