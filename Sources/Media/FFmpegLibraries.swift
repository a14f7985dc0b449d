import CFFmpeg

/// FFmpeg's libraries, loaded on first use: with their hundred dependencies they take longer than
/// all else before the first frame. They never print anything.
package enum FFmpegLibraries {
  /// Loads the libraries unless loaded; takes some 30 ms.
  ///
  /// - Throws: `.noLibraries`, without which later failures would have unclear causes.
  package static func load() throws(MediaError) {
    if let reason = tritone_load_ffmpeg() {
      throw .noLibraries(reason: String(cString: reason))
    }
  }

  /// The version in use, not the one at build time.
  package static var version: String {
    get throws(MediaError) {
      try load()
      return String(cString: av_version_info()) + ", libavcodec \(avcodec_version() >> 16)"
    }
  }
}
