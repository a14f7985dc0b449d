internal import Music

// The JSON of ListenBrainz; names are those of its fields.

/// A request of `submit-listens`.
struct Submitted: Encodable {
  var listen_type: String
  var payload: [ListenPayload]
  var return_msid: Bool?
}

struct ListenPayload: Encodable {
  /// Absent for what plays now.
  var listened_at: Int64?
  var track_metadata: TrackMetadata
}

struct TrackMetadata: Encodable {
  struct Additional: Encodable {
    var media_player = "Tritone"
    var media_player_version = ProgramVersion.text
    var submission_client = "Tritone"
    var submission_client_version = ProgramVersion.text
    var duration_ms: Int64?
    var tracknumber: String?
    var recording_mbid: String?
    var release_mbid: String?
    var artist_mbids: [String]?
  }

  var artist_name: String
  var track_name: String
  var release_name: String?
  var additional_info = Additional()

  init(_ track: ListenedTrack) {
    artist_name = track.artist
    track_name = track.title
    release_name = track.album
    additional_info.duration_ms = track.duration.flatMap { duration in
      let milliseconds = Int64(duration / .milliseconds(1))
      return TrackMetadata.durations.contains(milliseconds) ? milliseconds : nil
    }
    additional_info.tracknumber = track.number.map { String($0) }
    additional_info.recording_mbid = track.ids.recording
    additional_info.release_mbid = track.ids.release
    additional_info.artist_mbids = track.ids.artists.isEmpty ? nil : track.ids.artists
  }

  /// Milliseconds that the service takes: up to 24 days.
  private static let durations: ClosedRange<Int64> = 1...2_073_600_000
}
