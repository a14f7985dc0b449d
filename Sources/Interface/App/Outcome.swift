import Music

/// Results of effects, by the feature that words them.
package enum Outcome: Equatable, Sendable {
  case tracks(TrackOutcome)
  case entries(EntryOutcome)
  case playlists(PlaylistOutcome)
  case templates(TemplateOutcome)
  case cues(CueOutcome)
  case findings(FindingOutcome)
  case library(LibraryOutcome)
  case history(HistoryOutcome)
  case exchange(ExchangeOutcome)
  case lyrics(LyricsOutcome)
  case playing(PlayingOutcome)
  case build(BuildOutcome)
  case variations(VariationOutcome)
  case comments(CommentOutcome)

  var notice: Notice {
    switch self {
    case .tracks(let outcome): outcome.notice
    case .entries(let outcome): outcome.notice
    case .playlists(let outcome): outcome.notice
    case .templates(let outcome): outcome.notice
    case .cues(let outcome): outcome.notice
    case .findings(let outcome): outcome.notice
    case .library(let outcome): outcome.notice
    case .history(let outcome): outcome.notice
    case .exchange(let outcome): outcome.notice
    case .lyrics(let outcome): outcome.notice
    case .playing(let outcome): outcome.notice
    case .build(let outcome): outcome.notice
    case .variations(let outcome): outcome.notice
    case .comments(let outcome): outcome.notice
    }
  }

  /// Whether the message is a success or an error.
  var kind: App.Message.Kind {
    switch self {
    case .cues(.partsSet(let parts, _, _)): parts.set > 0 ? .good : .bad
    case .findings(.mixPointsSet(let points)): points.cues > 0 ? .good : .bad
    case .findings(.analysed(_, let failed, _)): failed == 0 ? .good : .bad
    case .exchange(.importRefused), .library(.addingRefused): .bad
    case .tracks(.unchanged): .plain
    case .tracks, .entries, .playlists, .templates, .cues, .findings, .library, .history,
      .exchange, .lyrics, .playing, .build, .variations, .comments:
      .good
    }
  }
}
