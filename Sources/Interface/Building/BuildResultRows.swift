import Music

/// The rows of a result: statistics, tracks in order, what was left out, and skipped artists. A row
/// is made when it shows.
struct BuildResultRows: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    case heading(String)
    /// The heading of the tracks.
    case tracks(String)
    case statistic(String)
    /// Counted from 1.
    case track(Int, BuiltTrack)
    case leftOut(LeftOutTrack)
    case skipped(SkippedArtist)
    case note(String)
  }

  let result: BuildResult

  private static let statistics = 5

  /// The first row of each part, which is its heading; parts without rows are absent.
  private var starts: (tracks: Int, leftOut: Int, skipped: Int, end: Int) {
    func size(_ count: Int) -> Int { count == 0 ? 0 : count + 1 }
    let tracks = 1 + BuildResultRows.statistics
    let leftOut = tracks + 1 + max(1, result.prepared.count)
    let skipped = leftOut + size(result.leftOut.count)
    return (tracks, leftOut, skipped, skipped + size(result.skipped.count))
  }

  var count: Int { starts.end }

  /// The row of the first track.
  var firstTrack: Int { starts.tracks + 1 }

  subscript(index: Int) -> Row {
    let starts = starts
    switch index {
    case 0: return .heading("Playlist build stats")
    case ..<starts.tracks: return .statistic(result.statistics.lines[index - 1])
    case starts.tracks: return .tracks(tracksHeading)
    case ..<starts.leftOut:
      guard !result.prepared.isEmpty else { return .note("No tracks") }
      let track = index - starts.tracks - 1
      return .track(track + 1, result.prepared[track])
    case ..<starts.skipped:
      let track = index - starts.leftOut - 1
      guard track >= 0 else {
        return .heading("Left out: \(result.leftOut.count.counted("track"))")
      }
      return .leftOut(result.leftOut[track])
    default:
      let artist = index - starts.skipped - 1
      guard artist >= 0 else {
        return .heading("Skipped: \(result.skipped.count.counted("artist"))")
      }
      return .skipped(result.skipped[artist])
    }
  }

  func isHeading(_ index: Int) -> Bool {
    switch self[index] {
    case .heading, .tracks: true
    case .statistic, .track, .leftOut, .skipped, .note: false
    }
  }

  private var tracksHeading: String {
    let count = result.prepared.count.counted("track")
    return result.isDryRun ? "\(count), not written yet" : "\(count) in order"
  }
}

extension BuiltTrack {
  /// Why it is there: "top track 3 of Mirador, who is followed".
  var reason: String { "top track \(rank) of \(artist), \(source.clause)" }

  /// The same beside its name: "3 · followed".
  var shortReason: String { "\(rank) · \(source.word)" }
}

extension ArtistSource {
  fileprivate var word: String {
    switch self {
    case .manual: "named"
    case .file: "file"
    case .mostHeard: "most heard"
    case .followed: "followed"
    }
  }

  fileprivate var clause: String {
    switch self {
    case .manual: "who was named"
    case .file: "who is in the artists file"
    case .mostHeard: "who is heard most"
    case .followed: "who is followed"
    }
  }
}
