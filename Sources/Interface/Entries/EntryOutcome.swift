package import Music

/// Results of edits of playlist entries.
package enum EntryOutcome: Equatable, Sendable {
  case removed(Int)
  case changed(EntryChange)
  case detailsChanged(Int)
  case arranged

  var notice: Notice {
    switch self {
    case .removed(1): "Removed; \(key: .undo) brings it back"
    case .removed(let count):
      "Removed \(count.grouped) entries; \(key: .undo) brings them back"
    case .changed(.crossfade(let time?)) where time == .zero: "No crossfade into what follows"
    case .changed(.crossfade(let time?)):
      "Crossfade of \(time.seconds.shortText) s into what follows"
    case .changed(.crossfade(nil)): "No crossfade of its own"
    case .changed(.start(let time?)): "Starts at \(time.clockText)"
    case .changed(.start(nil)): "Starts at its beginning"
    case .changed(.end(let time?)): "Ends at \(time.clockText)"
    case .changed(.end(nil)): "Plays to its end"
    case .changed(.gain(let gain?)): "Gain \(gain.decibels)"
    case .changed(.gain(nil)): "No gain of its own"
    case .detailsChanged(1): "Entry changed; \(key: .undo) takes it back"
    case .detailsChanged(let count):
      "Changed \(count.grouped) entries; \(key: .undo) takes it back"
    case .arranged: "Arranged; \(key: .undo) takes it back"
    }
  }
}
