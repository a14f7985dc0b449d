package import Music

/// Results of import and export.
package enum ExchangeOutcome: Equatable, Sendable {
  /// Another import is under way.
  case importRefused
  case importStopped
  case cuesImported(Int, linesLost: Int)
  case exported(FilePath)
  /// The file of all playlists; nil for none.
  case syncFileSet(FilePath?)
  case tookOver(TakenOver)

  var notice: Notice {
    switch self {
    case .importRefused: return "An import is on its way; \(key: .cancel) stops it"
    case .importStopped: return "The import was stopped; nothing of it was kept"
    case .cuesImported(let count, let lines):
      let lost = lines == 0 ? "" : ", \(lines) lines not understood"
      return "\(count.counted("new cue", .plain)); \(key: .cue(.list)) lists them\(lost)"
    case .exported(let path): return "Wrote \(path.text)"
    case .syncFileSet(let path?): return "Playlists are kept in \(path.text)"
    case .tookOver(let taken): return "Took over \(taken.text); \(key: .undo) takes it back"
    case .syncFileSet(nil): return "Playlists are not written by themselves any more"
    }
  }
}
