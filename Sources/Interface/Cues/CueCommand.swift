package import Music

/// Commands about cues.
package enum CueCommand: Hashable, Sendable {
  case dropMarker, list
  case previous, next
  /// By its number in the list, its name or its kind.
  case go(String)
  case drop(Cue.Kind, name: String)
  case trimToMix
}
