import CFFmpeg

/// FFmpeg's own messages, which would otherwise be written over the screen.
package enum MediaLog {
  /// Nothing is printed from now on; called once when the program starts.
  package static func silence() { av_log_set_level(AV_LOG_QUIET) }

  /// The version of the FFmpeg libraries that are in use, not of those it was built with.
  package static var version: String {
    String(cString: av_version_info()) + ", libavcodec \(avcodec_version() >> 16)"
  }
}
