/// The user's ordered list of tracks, with a name.
package struct Playlist: Equatable, Sendable, Identifiable {
  package var id: PlaylistID
  package var name: String
  package var folder: PlaylistFolderID?
  package var notes: String
  package var color: String?
  package var targetBPM: Double?
  package var template: GroupTemplate
  package var trackCount: Int
  package var duration: Duration
  /// The query of a smart playlist, which has no entries of its own; nil for all others.
  package var smart: SmartQuery?
  /// Whether its totals are known.
  package var isCounted: Bool

  package init(
    id: PlaylistID, name: String, folder: PlaylistFolderID? = nil, notes: String = "",
    color: String? = nil, targetBPM: Double? = nil, template: GroupTemplate = .none,
    trackCount: Int = 0, duration: Duration = .zero, smart: SmartQuery? = nil,
    isCounted: Bool = true
  ) {
    self.id = id
    self.name = name
    self.folder = folder
    self.notes = notes
    self.color = color
    self.targetBPM = targetBPM
    self.template = template
    self.trackCount = trackCount
    self.duration = duration
    self.smart = smart
    self.isCounted = isCounted
  }

  /// The user's details of it.
  package var details: PlaylistDetails {
    PlaylistDetails(name: name, notes: notes, color: color, targetBPM: targetBPM)
  }
}

/// The user's details of a playlist, edited as a whole.
package struct PlaylistDetails: Equatable, Sendable {
  package var name: String
  package var notes: String
  /// The name of a colour, as for tracks.
  package var color: String?
  /// Beats per minute.
  package var targetBPM: Double?

  package init(
    name: String, notes: String = "", color: String? = nil, targetBPM: Double? = nil
  ) {
    self.name = name
    self.notes = notes
    self.color = color
    self.targetBPM = targetBPM
  }

  /// Plausible tempos in beats per minute.
  package static let tempos = 20.0...400.0
}

/// One of the three mixes that a single key adds to.
package enum MixSlot: Int, Sendable, Codable, CaseIterable, Hashable, Comparable {
  case one = 1
  case two, three

  package static func < (left: MixSlot, right: MixSlot) -> Bool { left.rawValue < right.rawValue }
}

/// The playlists of the slots, as the pane shows them.
package struct MixBoard: Equatable, Sendable {
  package var playlists: [MixSlot: Playlist]
  package var timelines: [MixSlot: MixTimeline]

  package init(
    playlists: [MixSlot: Playlist] = [:], timelines: [MixSlot: MixTimeline] = [:]
  ) {
    self.playlists = playlists
    self.timelines = timelines
  }

  package subscript(slot: MixSlot) -> Playlist? { playlists[slot] }
}

/// The result of adding tracks to a playlist.
package struct Addition: Equatable, Sendable {
  package var playlist: String
  package var added: Int
  package var alreadyThere: Int
  /// The title of a single track.
  package var title: String?
  /// The playlist, and the duplicates, for adding them on purpose.
  package var target: PlaylistID?
  package var skipped: [QueuedTrack] = []
  /// Whether the playlist was made for these tracks.
  package var isNew = false

  package init(
    playlist: String, added: Int, alreadyThere: Int, title: String? = nil,
    target: PlaylistID? = nil, skipped: [QueuedTrack] = []
  ) {
    self.target = target
    self.skipped = skipped
    self.playlist = playlist
    self.added = added
    self.alreadyThere = alreadyThere
    self.title = title
  }
}

/// Playback settings of an entry; nil keeps the defaults.
package struct EntryPlayback: Equatable, Sendable {
  /// The overlap of its end with the beginning of the next entry.
  package var crossfade: Duration?
  /// The part that is played, in the file's own time.
  package var start: Duration?
  package var end: Duration?
  /// dB.
  package var gain: Double?
  /// Whether the part is a virtual track with its own title, as those of a CUE sheet are.
  package var isVirtualTrack: Bool

  package init(
    crossfade: Duration? = nil, start: Duration? = nil, end: Duration? = nil, gain: Double? = nil,
    isVirtualTrack: Bool = false
  ) {
    self.crossfade = crossfade
    self.start = start
    self.end = end
    self.gain = gain
    self.isVirtualTrack = isVirtualTrack
  }

  /// Whether it is a part of its file.
  package var hasPart: Bool { start != nil || end != nil }

  /// The length of the part of a file of this length.
  package func length(of file: Duration) -> Duration {
    let start = max(.zero, start ?? .zero)
    let end = end.flatMap { $0 > start ? $0 : nil } ?? file
    return max(.zero, min(end, file) - start)
  }

  /// The maximum crossfade, and the range of the gain in dB.
  package static let maximumCrossfade: Duration = .seconds(12)
  package static let gains = -24.0...12.0
  /// The latest start or end; longer than any file.
  package static let latest: Duration = .seconds(1_000_000)
}

/// A change of one playback setting of an entry; nil removes it.
package enum EntryChange: Hashable, Sendable {
  case crossfade(Duration?)
  case start(Duration?)
  case end(Duration?)
  case gain(Double?)
}
