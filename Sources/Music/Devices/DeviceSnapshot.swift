/// A file in the music folder of a device.
package struct DeviceFile: Hashable, Sendable, Codable {
  /// Relative to the music folder, as the device spells it.
  package var path: FilePath
  /// As the device tells them: its times may be rounded.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64

  package init(path: FilePath, size: Int64, modified: Int64) {
    self.path = path
    self.size = size
    self.modified = modified
  }
}

/// A play that a log on the device tells, as Rockbox writes it.
package struct DevicePlay: Hashable, Sendable, Codable {
  /// Relative to the music folder; nil where only names are known.
  package var path: FilePath?
  package var artist: String?
  package var title: String?
  /// Unix time in seconds of the start, nil where the device had no clock.
  package var time: Int64?

  package init(path: FilePath? = nil, artist: String? = nil, title: String? = nil, time: Int64?) {
    self.path = path
    self.artist = artist
    self.title = title
    self.time = time
  }
}

/// Facts of a file's sound, by which it is recognised under another name.
package struct DeviceFileFacts: Hashable, Sendable, Codable {
  /// The hash of the audio itself, nil where the format has none.
  package var audioHash: Int64?
  package var title: String?
  package var artist: String?
  /// Seconds.
  package var duration: Double?

  package init(
    audioHash: Int64? = nil, title: String? = nil, artist: String? = nil, duration: Double? = nil
  ) {
    self.audioHash = audioHash
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}

/// Everything that was read from a device.
package struct DeviceSnapshot: Equatable, Sendable {
  package var contents = DeviceContents()
  /// Whether a part of the music folder could not be read: what is absent may be there.
  package var isPartial = false
  /// Audio files below the music folder, in the order of their paths.
  package var files: [DeviceFile] = []
  /// Of files whose facts were asked for.
  package var facts: [FilePath: DeviceFileFacts] = [:]
  /// Those that no commit has counted yet.
  package var plays: [DevicePlay] = []
  /// How many of these, the first ones, waited for their songs since an earlier sync.
  package var waitingPlays = 0
  /// Times of plays that the rows count, unix seconds, by the row's id: those since the last sync that
  /// the other Tritone knows.
  package var playTimes: [DeviceTrackID: [Int64]] = [:]
  /// How far the logs were read for them, in the words of the reader; nil where there is none.
  package var logs: String?
  /// Bytes, nil where the device does not tell or cannot be believed.
  package var free: Int64?
  /// Bytes, nil where unknown.
  package var capacity: Int64?
  package var abilities = DeviceAbilities()

  package init() {}
}

/// Abilities of a device's file system; found by trying it.
package struct DeviceAbilities: Hashable, Sendable, Codable {
  package enum Case: String, Sendable, Codable {
    /// Names that differ in case are two files.
    case distinct
    /// ASCII letters are folded, others not, as on FAT.
    case ascii
    case unicode
  }

  package enum Names: String, Sendable, Codable {
    /// Everything but `/` and NUL, to 255 bytes.
    case posix
    /// Without `" * : < > ? \ |` and control characters, to 255 UTF-16 units.
    case fat
  }

  package var letterCase: Case = .distinct
  package var names: Names = .posix
  /// Whether a rename replaces a file.
  package var renamesOver = true
  /// Whether a rename costs nothing: over MTP it is a copy.
  package var renamesCheaply = true
  /// Nanoseconds: what a time is rounded to.
  package var timeStep: Int64 = 1
  /// The largest file in bytes, nil for any.
  package var largestFile: Int64?
  package var isReadOnly = false

  package init() {}
}
