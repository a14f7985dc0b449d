import CFFmpeg

/// FFmpeg's own messages, which would otherwise be written over the screen.
package enum MediaLog {
  /// Nothing is printed from now on; called once when the program starts.
  package static func silence() { av_log_set_level(AV_LOG_QUIET) }
}
