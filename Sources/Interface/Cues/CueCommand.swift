package import Music

/// Commands about cues.
package enum CueCommand: Hashable, Sendable {
  case dropMarker, list
  case previous, next
  /// By number in the list, name or kind.
  case go(String)
  case drop(Cue.Kind, name: String)
  case trimToMix
}
