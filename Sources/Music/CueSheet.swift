/// A cue sheet: consecutive tracks in one or several audio files.
///
/// Text only; finding the files is up to others.
package struct CueSheet: Equatable, Sendable {
  package var title: String?
  package var performer: String?
  package var genre: String?
  package var date: String?
  package var files: [File] = []

  package struct File: Equatable, Sendable {
    /// As in the sheet: often relative to the sheet's folder.
    package var name: String
    /// In the order of their starts.
    package var tracks: [Track] = []
    /// Its line in the sheet, from 1.
    package var line: Int

    package init(name: String, tracks: [Track] = [], line: Int) {
      self.name = name
      self.tracks = tracks
      self.line = line
    }
  }

  package struct Track: Equatable, Sendable {
    package var number: Int
    package var title: String?
    /// Nil where it is the sheet's.
    package var performer: String?
    package var isrc: String?
    /// INDEX 01, in the file.
    package var start: Duration
    /// The start of the file's next track, whose pregap is this one's end; nil for the last.
    package var end: Duration?

    package init(
      number: Int, title: String? = nil, performer: String? = nil, isrc: String? = nil,
      start: Duration, end: Duration? = nil
    ) {
      self.number = number
      self.title = title
      self.performer = performer
      self.isrc = isrc
      self.start = start
      self.end = end
    }
  }

  /// Maximum size of a sheet in bytes.
  package static let maximumBytes = 1 << 20
  package static let maximumTracks = 999

  /// The time of a number of frames of 1/75 s, as in sheets.
  ///
  /// To the nearest attosecond, so that times any sampling rate it rounds to the right sample.
  package static func time(frames: Int64) -> Duration {
    let rest = frames % 75
    // A 75th of a second is 13_333_333_333_333_333 1/3 attoseconds.
    return Duration(
      secondsComponent: frames / 75,
      attosecondsComponent: rest * 13_333_333_333_333_333 + (rest + 1) / 3)
  }
}

/// Why a cue sheet cannot be used; lines count from 1.
package enum CueSheetError: Error, Equatable, Sendable {
  case tooLarge(bytes: Int)
  case tooManyTracks(line: Int)
  /// A track before any file.
  case noFile(line: Int)
  /// An index before any track.
  case noTrack(line: Int)
  case badTrackNumber(line: Int)
  /// Not mm:ss:ff.
  case badTime(line: Int)
  /// A track without an INDEX 01; the line is that of its TRACK.
  case noStart(line: Int)
  /// A track that starts before the previous one.
  case backwards(line: Int)
  case noTracks

  /// The fault in a few words.
  package var reason: String {
    switch self {
    case .tooLarge: "larger than a cue sheet can be"
    case .tooManyTracks(let line): "line \(line): more than \(CueSheet.maximumTracks) tracks"
    case .noFile(let line): "line \(line): a track without a FILE"
    case .noTrack(let line): "line \(line): an INDEX without a TRACK"
    case .badTrackNumber(let line): "line \(line): not a track number"
    case .badTime(let line): "line \(line): not a time as mm:ss:ff"
    case .noStart(let line): "line \(line): a track without INDEX 01"
    case .backwards(let line): "line \(line): starts before the track in front of it"
    case .noTracks: "no tracks in it"
    }
  }
}

extension FilePath {
  /// Whether it has the extension of a cue sheet.
  package var isCueSheet: Bool { fileExtension == "cue" }
}
