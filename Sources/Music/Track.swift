/// A track with all the library's facts of it.
package struct Track: Equatable, Sendable, Identifiable {
  package var id: TrackID
  package var source: MediaSource
  /// The scanned folder it was found in.
  package var root: FilePath?
  package var tags: Tags
  package var audio: AudioProperties
  package var file: FileStamp
  /// Unix time in seconds.
  package var added: Int64
  /// Unix time in seconds, nil while it was never played to its end.
  package var lastPlayed: Int64?
  package var plays: Int
  package var rating: Rating
  package var reaction: Reaction
  package var notes: String
  package var color: String?
  package var isMissing: Bool
  /// Whether its drive or folder is absent at present.
  package var isOffline: Bool
  /// Why the last attempt to play it failed.
  package var fault: String?
  /// The artist under whom its album is listed: the album artist, or for an album without one its
  /// main artist; nil outside of a library.
  package var albumCredit: String?
  /// Tempo, key and other findings in effect, with their sources.
  package var findings: TrackFindings
  /// Category, own tags and what else the user labels it with.
  package var labels = TrackLabels()
  /// Nil for a track without variations.
  package var variation: VariationRole?

  /// - Parameter findings: nil where only the tags are known.
  package init(
    id: TrackID, source: MediaSource, root: FilePath? = nil, tags: Tags = Tags(),
    audio: AudioProperties = AudioProperties(), file: FileStamp = FileStamp(), added: Int64 = 0,
    lastPlayed: Int64? = nil, plays: Int = 0, rating: Rating = .none, reaction: Reaction = .none,
    notes: String = "", color: String? = nil, isMissing: Bool = false,
    isOffline: Bool = false, fault: String? = nil, albumCredit: String? = nil,
    findings: TrackFindings? = nil
  ) {
    self.id = id
    self.source = source
    self.root = root
    self.tags = tags
    self.audio = audio
    self.file = file
    self.added = added
    self.lastPlayed = lastPlayed
    self.plays = plays
    self.rating = rating
    self.reaction = reaction
    self.notes = notes
    self.color = color
    self.isMissing = isMissing
    self.isOffline = isOffline
    self.fault = fault
    self.albumCredit = albumCredit
    self.findings = findings ?? TrackFindings(tags: tags)
  }

  /// The title tag, or the file's name where there is none.
  package var title: String { tags.title ?? source.stem }

  package var isStream: Bool { source.isStream }
}

/// The tags of a file; nil for absent ones.
package struct Tags: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var albumArtist: String?
  package var album: String?
  package var genre: String?
  /// As written: a year, a full date, or anything else.
  package var date: String?
  package var trackNumber: Int?
  package var discNumber: Int?
  /// Beats per minute.
  package var bpm: Double?
  /// As written: "Am", "8A", "A minor".
  package var key: String?
  /// All artists and all genres where a file names more than one; `artist` and `genre` are the
  /// first.
  package var artists: [String] = []
  package var genres: [String] = []
  /// The sort name, in place of the displayed one: "Beatles, The".
  package var titleSort: String?
  package var artistSort: String?
  package var albumArtistSort: String?
  package var albumSort: String?
  /// The date of the first release, as written.
  package var originalDate: String?
  package var trackTotal: Int?
  package var discTotal: Int?
  package var isCompilation = false
  /// Read from files only.
  package var musicBrainz = MusicBrainzIDs()
  /// As in the tags, with R128 tags translated to ReplayGain's level.
  package var replayGain = ReplayGain()

  package init(
    title: String? = nil, artist: String? = nil, albumArtist: String? = nil, album: String? = nil,
    genre: String? = nil, date: String? = nil, trackNumber: Int? = nil, discNumber: Int? = nil,
    bpm: Double? = nil, key: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.albumArtist = albumArtist
    self.album = album
    self.genre = genre
    self.date = date
    self.trackNumber = trackNumber
    self.discNumber = discNumber
    self.bpm = bpm
    self.key = key
  }

  /// The first run of exactly four digits in the date that can be a year, else nil.
  package var year: Int? { date.flatMap(Tags.year(in:)) }

  package static func year(in date: String) -> Int? {
    var digits = 0
    var count = 0
    for byte in Array(date.utf8) + [0] {
      if byte >= 48, byte <= 57 {
        count += 1
        // Longer runs are counted but not summed: "20240131" is a date whose year leads.
        if count <= 4 { digits = digits * 10 + Int(byte - 48) }
      } else {
        if count == 4 || count == 8, digits >= 1000 { return digits }
        digits = 0
        count = 0
      }
    }
    return nil
  }
}

/// Properties of the audio in a file.
package struct AudioProperties: Equatable, Sendable {
  /// Nil where neither container nor stream has one.
  package var duration: Duration?
  /// FFmpeg's name of the codec: "flac", "mp3", "pcm_s16le".
  package var codec: String
  /// FFmpeg's name of the container, its first where it has several.
  package var container: String
  /// Hz.
  package var sampleRate: Int
  /// Bits per sample of lossless audio, nil for lossy.
  package var bitDepth: Int?
  package var channels: Int
  /// Bits per second, nil where unknown.
  package var bitRate: Int?
  package var hasArt: Bool

  package init(
    duration: Duration? = nil, codec: String = "", container: String = "", sampleRate: Int = 0,
    bitDepth: Int? = nil, channels: Int = 0, bitRate: Int? = nil, hasArt: Bool = false
  ) {
    self.duration = duration
    self.codec = codec
    self.container = container
    self.sampleRate = sampleRate
    self.bitDepth = bitDepth
    self.channels = channels
    self.bitRate = bitRate
    self.hasArt = hasArt
  }

  /// The usual name of the codec: "FLAC", "MP3", "WAV".
  package var formatName: String {
    switch codec {
    case let pcm where pcm.hasPrefix("pcm_"): container == "aiff" ? "AIFF" : container.uppercased()
    case let dsd where dsd.hasPrefix("dsd_"): "DSD"
    case "wavpack": "WV"
    case let wma where wma.hasPrefix("wma"): "WMA"
    default: codec.uppercased()
    }
  }
}

/// The size and time of a file, by which changes are detected.
package struct FileStamp: Equatable, Sendable, Codable {
  /// Bytes.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64

  package init(size: Int64 = 0, modified: Int64 = 0) {
    self.size = size
    self.modified = modified
  }
}

/// Stars, 0 (not rated) to 5.
package struct Rating: Equatable, Sendable, Comparable {
  package let stars: Int
  package static let none = Rating(stars: 0)

  /// Clamps to 0...5.
  package init(stars: Int) { self.stars = min(5, max(0, stars)) }

  package static func < (left: Rating, right: Rating) -> Bool { left.stars < right.stars }
}

/// The listener's reaction to a track, weakest first.
package enum Reaction: Int, Equatable, Sendable, CaseIterable {
  case none, listened, liked, loved

  /// The next reaction, back to none after loved.
  package var next: Reaction { Reaction(rawValue: rawValue + 1) ?? .none }

  /// The reaction that is contained in this one; nil for none.
  package var lower: Reaction? { Reaction(rawValue: rawValue - 1) }
}
