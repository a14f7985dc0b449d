package import Music

/// Why there is no playlist.
package enum BuildError: Error, Equatable, Sendable {
  /// Options that no build can have.
  case options([BuildMistake])
  case noUser
  case noArtists(skipped: [SkippedArtist])
  case noTracks(skipped: [SkippedArtist])
  case noArtistsFile(path: String)
  /// An artists file that cannot be opened or read.
  case artistsFile(path: String, code: Int32)
  /// An artists file that is none, and why.
  case badArtistsFile(path: String, reason: String)
  /// A catalogue's file that cannot be used, and where and why.
  case catalogueFile(path: String, reason: String)
  /// A preset that cannot be read, and where and why.
  case preset(reason: String)
  /// One request failed, as the client reports it.
  case client(reason: String)
  /// The catalogue answers no request, as the client reports it.
  case service(reason: String)
  /// Writing ended in the middle, and this is what the playlist holds.
  case incomplete(PartialPlaylist)
  case cancelled

  /// The artists without a part in the build, where that is why there is no playlist.
  package var skipped: [SkippedArtist] {
    switch self {
    case .noArtists(let skipped), .noTracks(let skipped): skipped
    case .options, .noUser, .noArtistsFile, .artistsFile, .badArtistsFile, .catalogueFile, .preset,
      .client, .service, .incomplete, .cancelled:
      []
    }
  }

  /// The line that the user reads.
  package var message: String {
    switch self {
    case .options(let mistakes): mistakes.map(\.text).joined(separator: "; ")
    case .noUser: "Spotify profile did not include a user identifier."
    case .noArtists: "No artists were resolved from the configured sources."
    case .noTracks: "No tracks could be generated for the playlist."
    case .noArtistsFile(let path): "Artists file '\(path)' does not exist."
    case .artistsFile(let path, let code):
      "Failed to read artists file '\(path)': \(BuildError.text(ofCode: code)): '\(path)'"
    case .badArtistsFile(let path, let reason): "Failed to read artists file '\(path)': \(reason)"
    case .catalogueFile(let path, let reason): "Failed to read catalogue '\(path)': \(reason)"
    case .preset(let reason): "Failed to read the preset: \(reason)"
    case .client(let reason), .service(let reason): reason
    case .incomplete(let partial): partial.message
    case .cancelled: "Build cancelled; nothing was written."
    }
  }
}

/// A playlist whose writing ended in the middle.
package struct PartialPlaylist: Equatable, Sendable {
  package enum Write: Equatable, Sendable {
    /// A new playlist was filled.
    case created
    /// The tracks of a playlist were replaced.
    case replaced
    /// Tracks were appended to a playlist, whose others are as they were.
    case extended
  }

  package var id: String
  package var name: String
  package var write: Write
  /// The tracks to write, in their order; of these the first `written` are in the playlist.
  package var tracks: [String]
  package var written: Int
  package var reason: String
  /// The build as it is once the rest is written.
  package var result: BuildResult?

  var message: String {
    let count = "\(written) of \(tracks.count) tracks"
    let state =
      switch write {
      case .created: "Playlist '\(name)' was created and has \(count)"
      case .replaced: "Playlist '\(name)' was replaced and has \(count)"
      case .extended: "Playlist '\(name)' was extended by \(count)"
      }
    return "\(state): \(reason)"
  }
}

extension BuildMistake {
  /// The mistake with the name of its option.
  package var text: String { "\(field.title): \(reason)" }
}

extension BuildField {
  var title: String {
    switch self {
    case .name: "name"
    case .limitPerArtist: "limit per artist"
    case .maxArtists: "max artists"
    case .maxTracks: "max tracks"
    case .manualArtists: "artists"
    case .artistsFile: "artists file"
    case .targetPlaylist: "target playlist"
    case .service: "service"
    case .destination: "destination"
    case .notHeardDays: "not heard in days"
    case .maxMinutes: "max minutes"
    case .query: "query"
    }
  }
}
