internal import CFFmpeg

extension AudioFileWriter {
  /// Output formats; the lossless ones have 16 bits a sample unless named otherwise.
  package enum Format: Equatable, Sendable, CaseIterable {
    case flac, flac24, wav, wav24, wavFloat, aiff, wavpack, alac, mp3, vorbis, opus, aac

    /// The usual file extension, without its dot.
    package var fileExtension: String {
      switch self {
      case .flac, .flac24: "flac"
      case .wav, .wav24, .wavFloat: "wav"
      case .aiff: "aiff"
      case .wavpack: "wv"
      case .alac, .aac: "m4a"
      case .mp3: "mp3"
      case .vorbis: "ogg"
      case .opus: "opus"
      }
    }

    /// Whether decoding restores every sample, once rounded to its bits.
    package var isLossless: Bool {
      switch self {
      case .flac, .flac24, .wav, .wav24, .wavFloat, .aiff, .wavpack, .alac: true
      case .mp3, .vorbis, .opus, .aac: false
      }
    }

    /// Whether the container takes a picture as a separate stream.
    var holdsPictureStream: Bool {
      switch self {
      case .flac, .flac24, .mp3, .aac, .alac, .aiff: true
      case .wav, .wav24, .wavFloat, .wavpack, .vorbis, .opus: false
      }
    }

    /// FFmpeg's name of the container.
    var muxerName: String {
      switch self {
      case .flac, .flac24: "flac"
      case .wav, .wav24, .wavFloat: "wav"
      case .aiff: "aiff"
      case .wavpack: "wv"
      case .alac, .aac: "ipod"
      case .mp3: "mp3"
      case .vorbis: "ogg"
      case .opus: "opus"
      }
    }

    /// FFmpeg's name of the encoder.
    var encoderName: String {
      switch self {
      case .flac, .flac24: "flac"
      case .wav: "pcm_s16le"
      case .wav24: "pcm_s24le"
      case .wavFloat: "pcm_f32le"
      case .aiff: "pcm_s16be"
      case .wavpack: "wavpack"
      case .alac: "alac"
      case .mp3: "libmp3lame"
      case .vorbis: "libvorbis"
      case .opus: "libopus"
      case .aac: "aac"
      }
    }

    /// The encoder's sample format.
    var sampleFormat: AVSampleFormat {
      switch self {
      case .flac, .wav, .aiff: AV_SAMPLE_FMT_S16
      case .flac24, .wav24: AV_SAMPLE_FMT_S32
      case .wavpack, .alac: AV_SAMPLE_FMT_S16P
      case .opus, .wavFloat: AV_SAMPLE_FMT_FLT
      case .mp3, .vorbis, .aac: AV_SAMPLE_FMT_FLTP
      }
    }

    /// Bits per second, 0 if the encoder has none.
    var bitRate: Int64 {
      switch self {
      case .mp3, .aac: 192_000
      case .vorbis: 160_000
      case .opus: 128_000
      case .flac, .flac24, .wav, .wav24, .wavFloat, .aiff, .wavpack, .alac: 0
      }
    }

    /// Bits of a rounded sample; nil if unrounded, or rounded by the codec itself.
    var roundedBits: Int64? {
      switch self {
      case .flac, .wav, .aiff, .wavpack, .alac: 16
      case .flac24, .wav24: 24
      case .wavFloat, .mp3, .vorbis, .opus, .aac: nil
      }
    }

    /// The encoded rate for sound of `rate` Hz: Opus has only one.
    func encodedRate(of rate: Int) -> Int { self == .opus ? 48_000 : rate }
  }
}
