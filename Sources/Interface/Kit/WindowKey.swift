package import Music

/// The meanings of keys in windows: shared ones, and by kind of window those of its own. A window
/// names the kinds whose keys it ignores, without a `default`.
package enum WindowKey: Hashable, Sendable {
  case close, accept
  case move(WindowMove)
  case picker(PickerKey)
  case checklist(ChecklistKey)
  case form(FormKey)
  case line(LineKey)
  case template(TemplateKey)
  case cues(CueKey)
  case fits(FitsKey)
  case arrangement(ArrangementKey)
  case equalizer(EqualizerKey)
  case tap(TapKey)

  /// The only kind of window with this key; nil for shared keys.
  var kind: WindowKind? {
    switch self {
    case .close, .accept, .move: nil
    case .picker: .picker
    case .checklist: .checklist
    case .form: .form
    case .line: .line
    case .template: .template
    case .cues: .cues
    case .fits: .fits
    case .arrangement: .reading
    case .equalizer: .equalizer
    case .tap: .tap
    }
  }
}

/// Kinds of windows with the same keys.
package enum WindowKind: Hashable, Sendable {
  case picker, checklist, form, line, template, cues, fits, reading, equalizer, tap
}

/// Moves in a scrolled list.
package enum WindowMove: Hashable, Sendable {
  case up, down, pageUp, pageDown, first, last

  /// The rows of a move; the largest steps lead to the ends.
  func step(page: Int) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, page)
    case .pageDown: max(1, page)
    case .first: .min
    case .last: .max
    }
  }
}

package enum PickerKey: Hashable, Sendable { case delete, rename }

package enum ChecklistKey: Hashable, Sendable {
  case mark, markAndGoOn, markAll, remove
  /// The neighbouring choice.
  case left, right
}

package enum FormKey: Hashable, Sendable { case left, right, nextOffer, previousOffer }

package enum LineKey: Hashable, Sendable { case complete, completeBack }

package enum TemplateKey: Hashable, Sendable { case placeholders, save }

package enum CueKey: Hashable, Sendable {
  case add, edit, remove, nextKind, previousKind, end, unend
  /// Milliseconds.
  case move(Int)
}

package enum FitsKey: Hashable, Sendable {
  case addToSlot(MixSlot)
  case addToPlaylist, queueLast, queueNext
  /// The fits of the track at the cursor, and back from there.
  case follow, back
}

package enum ArrangementKey: Hashable, Sendable { case keepFirst }

package enum EqualizerKey: Hashable, Sendable {
  case left, right, otherPart, finerUp, finerDown, flat, previousPreset, nextPreset, asBefore
}

package enum TapKey: Hashable, Sendable { case beat, anew }
