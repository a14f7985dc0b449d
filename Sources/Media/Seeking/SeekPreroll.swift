import CFFmpeg

/// How much earlier decoding has to start so that the first frame wanted is right.
enum SeekPreroll {
  /// 100 ms where blocks depend on those before them, else nothing; in frames of `rate`.
  ///
  /// A frame of layer III may begin up to 511 bytes earlier, in the room that earlier frames left
  /// over: at the lowest bit rates that is 20 frames, half a second.
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
