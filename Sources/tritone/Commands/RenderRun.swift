import Exchange
import Glibc
import Interface
import Library
import Log
import Media
import Music
import Playback

/// Renders one playlist as it plays from its beginning.
struct RenderRun: Sendable {
  let library: Library
  let playlist: Playlist
  let target: FilePath
  let format: MixFormat
  /// Whether equalizer and ReplayGain are disabled.
  let isFlat: Bool
  let skipsFaults: Bool
  let settings: [Setting: SettingValue]
  /// Opens tracks of servers.
  let remote: RemoteOpening

  /// - Parameter progress: receives the rendered and the total duration of the mix.
  func render(progress: @escaping @Sendable (Duration, Duration) -> Void) async throws
    -> MixRendering
  {
    // In the playlist's own order, whatever its grouping in the player.
    let queued = try await library.queuedTracks(
      of: [.playlist(playlist.id)], in: ListQuery(.playlists))
    guard !queued.isEmpty else { throw Failure(reason: "\(playlist.name) is empty") }
    let tracks = try await library.tracks(queued.map(\.track))
    let known = Dictionary(tracks.map { ($0.id, $0) }) { first, _ in first }
    let sounds = try await library.sounds(of: queued.compactMap(\.entry))
    var rendering = MixRendering(library: library, playlist: playlist, target: target)
    var items: [PlayItem] = []
    for (index, position) in queued.enumerated() {
      guard let track = known[position.track] else { continue }
      if let reason = fault(of: track) {
        rendering.skipped.append("\(TrackText.clean(track.source.text)): \(reason)")
        if let entry = position.entry { rendering.skippedEntries.insert(entry) }
        continue
      }
      let around = [index - 1, index + 1].filter(queued.indices.contains)
      let item = PlayItem(
        id: PlayID(track: track.id, serial: UInt64(index + 1)), track: track,
        entry: position.entry.flatMap { sounds[$0] },
        neighbors: around.compactMap { known[queued[$0].track] },
        measured: isFlat ? nil : try await library.replayGain(of: track.id))
      items.append(item)
      rendering.places[item.id] = position
    }
    if let first = rendering.skipped.first, !skipsFaults {
      let count = rendering.skipped.count
      throw Failure(
        reason: (count == 1 ? "" : "\(count.counted("track", .plain)) cannot be played: ")
          + first
          + (count == 1 ? "" : ", …") + "; --skip-missing goes on without")
    }
    let total =
      items.reduce(Duration.zero) { $0 + $1.length - ($1.crossfade ?? .zero) }
      + (items.last?.crossfade ?? .zero)
    let renderer = MixRenderer(
      items, to: target, as: format, skipsFaults: skipsFaults, remote: remote)
    do {
      rendering.mix = try await renderer.render(sound: sound) { progress($0, total) }
    } catch {
      throw failure(error, known)
    }
    for fault in rendering.mix?.faults ?? [] {
      let path = known[fault.id.track]?.source.text ?? ""
      rendering.skipped.append("\(TrackText.clean(path)): \(fault.fault.reason)")
      if let entry = rendering.places[fault.id]?.entry { rendering.skippedEntries.insert(entry) }
    }
    return rendering
  }

  private func fault(of track: Track) -> String? {
    let path: FilePath
    switch track.source {
    case .file(let file): path = file
    case .stream: return "a stream has no end"
    // Its server is asked when it is opened.
    case .server: return track.isMissing ? "not on the server any more" : nil
    }
    return path.withCString { access($0, R_OK) } == 0
      ? nil : String(cString: strerror(errno)).lowercased()
  }

  /// The stored sound settings that belong to the music, without speed and output.
  private var sound: SoundSettings {
    var sound = SoundSettings()
    guard !isFlat else { return sound }
    let kept = SoundSettings(settings)
    sound.tone = kept.tone
    sound.equalizer = kept.equalizer
    sound.ownBands = kept.ownBands
    sound.replayGain = kept.replayGain
    sound.preamp = kept.preamp
    sound.preventsClipping = kept.preventsClipping
    return sound
  }

  private func failure(_ error: RenderError, _ tracks: [TrackID: Track]) -> any Error {
    switch error {
    case .cancelled: CancellationError()
    case .nothingToPlay: Failure(reason: "nothing in \(playlist.name) can be played")
    case .unwritable(let fault): Failure(reason: "\(target.text): \(fault.reason)")
    case .unplayable(let id, let fault):
      Failure(
        reason: "\(tracks[id.track]?.source.text ?? "a track"): \(fault.reason); "
          + "--skip-missing goes on without")
    }
  }
}

/// A rendered playlist.
struct MixRendering: Sendable {
  let library: Library
  let playlist: Playlist
  let target: FilePath
  var mix: RenderedMix?
  var places: [PlayID: QueuedTrack] = [:]
  /// Skipped items with the reason.
  var skipped: [String] = []
  var skippedEntries: Set<EntryID> = []

  var record: RenderRecord {
    RenderRecord(
      path: target.text, playlist: playlist.name, tracks: mix?.parts.count ?? 0,
      duration: mix?.duration.seconds ?? 0, rate: mix?.rate ?? 0, skipped: skipped)
  }

  /// The bytes of a marker file with the tracks' starts and cues, at their positions in the mix.
  func markers(_ kind: MarkersKind) async throws -> [UInt8] {
    var starts: [EntryID: Duration] = [:]
    for part in mix?.parts ?? [] {
      if let entry = places[part.id]?.entry { starts[entry] = part.start }
    }
    let markers = try await library.markers(
      ofMix: playlist.id, skipping: skippedEntries, starts: starts)
    switch kind {
    case .cue: return CueFormat.bytes(ofMix: markers, audio: target.name, title: playlist.name)
    case .format(let format): return try DocumentWriter.bytes(of: markers, as: format)
    }
  }
}

/// The formats of markers.
enum MarkersKind: Equatable, Sendable {
  case format(FileFormat)
  /// A CUE sheet of the mix's one file.
  case cue

  /// From the format's name or a file extension.
  init?(named name: String) {
    switch name {
    case "audition", "csv": self = .format(.audition)
    case "audacity", "txt": self = .format(.audacity)
    case "reaper": self = .format(.reaper)
    case "cue": self = .cue
    default: return nil
    }
  }
}

struct RenderRecord: Encodable, Sendable {
  var path, playlist: String
  var tracks: Int
  /// Seconds.
  var duration: Double
  /// Hz.
  var rate: Int
  var skipped: [String]
}

extension PlayItem {
  /// The playing time, if known.
  fileprivate var length: Duration {
    EntryPlayback(start: start, end: end).length(of: duration ?? .zero)
  }
}

extension Log {
  func rendered(_ mix: RenderRecord) {
    info(
      .render, "written",
      [
        LogField("file", private: FilePath(mix.path)), LogField("tracks", mix.tracks),
        LogField("seconds", Int(mix.duration.rounded())), LogField("skipped", mix.skipped.count),
      ])
    for fault in mix.skipped.prefix(Log.maximumFailed) {
      warning(.render, "left out", [LogField("track", private: fault)])
    }
  }
}
