internal import Music

/// A line's description of a track, folded.
struct WantedTrack {
  /// The components of its path, the name last.
  var path: [[UInt8]]
  var title: [UInt8]
  var artist: [UInt8]
  /// Milliseconds.
  var duration: Int64?

  init(_ track: DocumentTrack) {
    path =
      switch track.location {
      case .file(let path): DocumentPaths.parts(of: path)
      case .unknown(let name?): DocumentPaths.parts(of: FilePath(name)).suffix(1)
      case .unknown(nil), .stream: []
      }
    title = Array(SortKey.folded(track.title ?? "").utf8)
    artist = Array(SortKey.folded(track.artist ?? "").utf8)
    duration = track.duration.flatMap { $0 > .zero ? $0.wholeMicroseconds / 1_000 : nil }
  }
}

extension WantedTrack {
  /// Whether both durations are known and within the tolerance.
  func isLike(_ candidate: NamedTracks.Candidate) -> Bool {
    guard let duration, candidate.duration > 0 else { return false }
    return abs(candidate.duration - duration)
      <= ImportPlan.tolerance.wholeMicroseconds / 1_000
  }

  /// Whether no known value differs.
  func mayBe(_ candidate: NamedTracks.Candidate) -> Bool {
    duration == nil || candidate.duration == 0 || isLike(candidate)
  }

  /// The number of equal components at the ends of both paths.
  func agreement(with candidate: NamedTracks.Candidate) -> Int {
    guard path.last == candidate.name else { return 0 }
    let folders = zip(path.dropLast().reversed(), candidate.folder.reversed())
    return 1 + folders.prefix { $0 == $1 }.count
  }

  /// Smaller for a better match.
  func rank(_ candidate: NamedTracks.Candidate) -> (Int, Int, Int64, Int64) {
    let distance = duration.map { abs($0 - candidate.duration) } ?? 0
    return (-agreement(with: candidate), candidate.isOffline ? 1 : 0, distance, candidate.id)
  }
}
