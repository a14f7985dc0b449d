import FoundationEssentials
import Library
import Music

/// A comment as `comment --json` and `search --json` print it.
struct CommentRecord: Encodable {
  var id: String
  /// Seconds; absent for one on all of the track.
  var at: Double?
  /// Absent for the user's own.
  var author: String?
  var text: String
  /// ISO 8601, UTC.
  var created: String
  var edited: String?

  init(_ comment: TrackComment) {
    id = comment.id.rawValue
    at = comment.place?.seconds
    author = comment.author
    text = comment.text
    created = CommentRecord.time(comment.created)
    edited = comment.edited.map(CommentRecord.time)
  }

  static func time(_ milliseconds: Int64) -> String {
    // Years of four digits.
    let seconds = min(max(0, milliseconds / 1_000), 253_402_300_799)
    return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// Characters of an id in a line.
  private static let shownID = 8

  /// The comment in one line, with tabs.
  var line: String {
    [
      String(id.prefix(CommentRecord.shownID)),
      at.map { Duration.seconds($0).clockText(decimals: 1) } ?? "", String(created.prefix(10)),
      author ?? "", text.replacing("\n", with: " "),
    ].map(TrackText.clean).joined(separator: "\t")
  }
}

/// Records of tracks with all that is said about them.
enum MarkedTracks {
  /// The records of some tracks, in their order; those that are gone are left out.
  ///
  /// - Parameter changed: Where the command has made a change, the tracks that differed from it.
  static func records(
    of ids: [TrackID], changed: Set<TrackID>? = nil, _ library: Library
  ) async throws -> [TrackRecord] {
    let tracks = try await library.tracks(ids)
    let comments = try await library.comments(of: ids)
    var primaries: [TrackID] = []
    for track in tracks {
      if case .variation(let primary) = track.variation { primaries.append(primary) }
    }
    let paths = Dictionary(
      try await library.tracks(primaries).map { ($0.id, $0.source.text) },
      uniquingKeysWith: { first, _ in first })
    return tracks.map { track in
      var record = TrackRecord(track)
      record.changed = changed?.contains(track.id)
      record.comments = comments[track.id]?.map { CommentRecord($0) }
      if case .variation(let primary) = track.variation { record.variationOf = paths[primary] }
      return record
    }
  }
}

extension LabelFault {
  /// The message within a sentence.
  var clause: String { message.prefix(1).lowercased() + message.dropFirst() }
}
