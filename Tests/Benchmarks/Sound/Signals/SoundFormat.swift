/// Formats whose joins are measured.
enum SoundFormat: String, CaseIterable {
  case flac, wav, alac, vorbis, opus
  case mp3ByLame = "mp3-lame"
  case mp3ByFFmpeg = "mp3-lavc"
  case aac

  var title: String {
    switch self {
    case .flac: "FLAC"
    case .wav: "WAV"
    case .alac: "ALAC"
    case .vorbis: "Vorbis"
    case .opus: "Opus, 48 kHz sink"
    case .mp3ByLame: "MP3 by lame"
    case .mp3ByFFmpeg: "MP3 by FFmpeg"
    case .aac: "M4A (AAC)"
    }
  }

  var isLossless: Bool { self == .flac || self == .wav || self == .alac }

  /// Hz, of the files and of the sink.
  var rate: Int { self == .opus ? 48000 : 44100 }

  /// Samples at a join that the encoder adds or loses, not the player.
  var tolerance: Double {
    switch self {
    // The tag cannot state that more than a frame is to be trimmed.
    case .mp3ByFFmpeg: 11
    // The duration in the file has a precision of a millisecond.
    case .aac: 44
    default: 0
    }
  }

  var fileExtension: String {
    switch self {
    case .flac: "flac"
    case .wav: "wav"
    case .alac, .aac: "m4a"
    case .vorbis: "ogg"
    case .opus: "opus"
    case .mp3ByLame, .mp3ByFFmpeg: "mp3"
    }
  }

  /// Encoder options for FFmpeg.
  var options: [String] {
    switch self {
    case .flac: ["-c:a", "flac", "-f", "flac"]
    case .wav: ["-c:a", "pcm_s16le", "-f", "wav"]
    case .alac: ["-c:a", "alac", "-f", "ipod"]
    case .vorbis: ["-c:a", "libvorbis", "-q:a", "6", "-f", "ogg"]
    case .opus: ["-c:a", "libopus", "-b:a", "160k", "-f", "opus"]
    case .mp3ByLame, .mp3ByFFmpeg: ["-c:a", "libmp3lame", "-b:a", "192k", "-f", "mp3"]
    case .aac: ["-c:a", "aac", "-b:a", "192k", "-f", "ipod"]
    }
  }

  /// The program that encodes.
  var encoder: String { self == .mp3ByLame ? "lame" : "ffmpeg" }
}
