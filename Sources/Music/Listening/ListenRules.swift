/// When a hearing counts as a listen (listenbrainz.readthedocs.io, last.fm/api/scrobbling).
package enum ListenRules {
  /// A track has to be longer than that.
  package static let shortest: Duration = .seconds(30)
  /// Half of the track or this much has to be heard, whichever is less.
  package static let enough: Duration = .seconds(240)
  /// Heard before "playing now" is told, so that skipped tracks are not.
  package static let announcement: Duration = .seconds(3)
  /// Sound that a clock may be short of at an instant that was computed from it.
  static let tolerance: Duration = .milliseconds(1)

  /// The sound that has to be heard of a track; nil where none is enough.
  package static func needed(of duration: Duration?) -> Duration? {
    guard let duration else { return enough }
    return duration > shortest ? min(duration / 2, enough) : nil
  }
}
