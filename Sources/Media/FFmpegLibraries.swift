import CFFmpeg

/// FFmpeg's libraries, which are loaded when they are needed first: with the hundred that they
/// bring along they take longer than all else before the first frame. They never print anything.
package enum FFmpegLibraries {
  /// Loads them now, if they are not loaded yet; takes some 30 ms.
  ///
  /// - Throws: `.noLibraries`, as everything that opens or writes a file then fails somehow.
  package static func load() throws(MediaError) {
    if let reason = tritone_load_ffmpeg() {
      throw .noLibraries(reason: String(cString: reason))
    }
  }

  /// The version of those that are in use, not of those that we were built with.
  package static var version: String {
    get throws(MediaError) {
      try load()
      return String(cString: av_version_info()) + ", libavcodec \(avcodec_version() >> 16)"
    }
  }
}
