package import Music

/// Everything that a key can mean in a window. Some of it means something in one kind of window
/// only; a window passes over what it has no use for.
package enum WindowKey: Hashable, Sendable {
  case close, accept
  case up, down, pageUp, pageDown, first, last
  /// Another one of several choices, or the thing beside.
  case left, right
  case mark, markAndGoOn, markAll
  case remove, rename, edit, save

  case addCue, endCue, unendCue, nextKind, previousKind
  /// Milliseconds.
  case moveCue(Int)

  case addToSlot(MixSlot), addToPlaylist, queueLast, queueNext
  /// Tracks that fit after the one at the cursor, and back from there.
  case follow, back

  case keepFirst

  case otherPart, finerUp, finerDown, flat, previousPreset, nextPreset, asBefore

  case beat, anew

  case placeholders
  case nextOffer, previousOffer
  case complete, completeBack

  /// How far a key moves in a list of which a page shows; nil for one that does not.
  func step(page: Int) -> Int? {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, page)
    case .pageDown: max(1, page)
    case .first: .min
    case .last: .max
    default: nil
    }
  }
}

/// Windows whose keys agree, and for which keys of their own can be given.
package enum WindowKind: Hashable, Sendable {
  case picker, checklist, form, line, template, cues, fits, reading, equalizer, tap
}
