// Writes the events that the interface is told, as far as they answer why something failed. Any
// thread may note one.

import Interface
import Log
import Music
import Synchronization

final class EventLog: Sendable {
  let log: Log
  private let state = Mutex(State())

  private struct State {
    /// The last items of the player.
    var items: [Item] = []
    var playing: PlayID?
    var isBuffering = false
    var scanStart: ContinuousClock.Instant?
  }

  private struct Item {
    var id: PlayID
    var source: MediaSource
    var audio: AudioProperties
  }

  /// The player has a current item and the next, and reports come late.
  private static let maximumItems = 8

  init(_ log: Log = Log()) { self.log = log }

  /// Notes what an item of the player plays: reports have its id alone.
  func note(_ item: PlayItem, of track: Track) {
    state.withLock { state in
      state.items.removeAll { $0.id == item.id }
      state.items.append(Item(id: item.id, source: item.source, audio: track.audio))
      if state.items.count > EventLog.maximumItems { state.items.removeFirst() }
    }
  }

  func note(_ event: Event) {
    switch event {
    case .player(let report): note(report)
    case .library(let event): note(event)
    case .failed(let text): log.error(.program, "told the user", [LogField("text", private: text)])
    case .refused(let effect, let reason):
      log.error(
        effect.isEdit ? .edit : .program, "refused",
        [LogField("effect", effect.logName), LogField("reason", sentence: reason)])
    case .list(.failed(_, _, let reason)):
      log.error(.library, "a list cannot be read", [LogField("reason", sentence: reason)])
    case .theme(.faulty(let text)):
      log.warning(.skin, "a skin has a mistake", [LogField("text", sentence: text)])
    case .lyrics(.kept(let file, let reason)):
      log.warning(
        .lyrics, "cannot be written beside the music",
        [LogField("copy", private: file), LogField("reason", sentence: reason)])
    case .lyrics(.fetched(_, _, let fault?, _)):
      log.warning(.lyrics, "cannot be fetched", [LogField("reason", sentence: fault)])
    case .search(.notFound(_, let reason)):
      log.warning(.program, "nothing found to play", [LogField("reason", private: reason)])
    case .track(.streamRefused(_, _, let reason)):
      log.error(.stream, "refused and removed again", [LogField("reason", sentence: reason)])
    case .settings(.unreadable(let reason)), .settings(.notStored(let reason)):
      log.error(.program, "settings failed", [LogField("reason", private: reason)])
    case .build(.failed(let reason, _)):
      log.error(.program, "a build failed", [LogField("reason", sentence: reason)])
    case .build(.account(.failed(let reason))):
      log.warning(.program, "no sign-in", [LogField("reason", sentence: reason)])
    case .device(.failed(let reason, _)):
      log.error(.program, "a sync failed", [LogField("reason", private: reason)])
    case .servers(.failed(_, let reason)):
      log.error(.program, "a server failed", [LogField("reason", private: reason)])
    case .input, .resized, .imagesChosen, .backgroundFound, .focused, .ticked, .list, .playlists,
      .templates,
      .entries, .cues, .mixing, .track, .labels, .variations, .comments, .search, .queue, .exchange,
      .lyrics, .theme, .session,
      .settings, .build, .device, .books, .servers, .control, .heard, .done,
      .editEnded:
      break  // because these are the work itself and no failures of it
    }
  }

  // MARK: The player

  private func note(_ report: PlayerReport) {
    switch report {
    case .state(.playing(let id, _)): notePlaying(id)
    case .state(.stopped): state.withLock { $0.playing = nil }
    case .failed(let id, let reason):
      state.withLock { if $0.playing == id { $0.playing = nil } }
      log.error(
        .playback, "cannot be played", fields(of: id) + [LogField("reason", sentence: reason)])
    case .buffering(let id):
      state.withLock { $0.isBuffering = true }
      log.warning(.playback, "waiting for data", fields(of: id))
    case .output(.ready(let device)):
      log.info(.sound, "output opened", [LogField("device", device)])
    case .output(.unavailable(let reason)):
      log.error(.sound, "output failed", [LogField("reason", sentence: reason)])
    case .finished(let id, let heard, let reachedEnd):
      log.debug(
        .playback, "finished",
        fields(of: id) + [
          LogField("percent", Int((heard * 100).rounded())),
          LogField("end", reachedEnd ? "reached" : "skipped"),
        ])
    case .streamTitle(let id, let title):
      log.debug(.stream, "title", fields(of: id) + [LogField("title", private: title)])
    case .interrupted(let isOn):
      log.info(.sound, isOn ? "silenced by the system" : "given back by the system")
    case .unplugged(let device):
      log.info(.sound, "paused: unplugged", [LogField("device", device)])
    case .pluggedIn(let device):
      log.info(.sound, "goes on: plugged in", [LogField("device", device)])
    case .state(.loading), .state(.paused), .output(.connecting), .wantsNext, .volume, .devices,
      .sleep:
      break  // because nothing fails with these
    }
  }

  /// An item begins to be heard, or goes on after a wait for data.
  private func notePlaying(_ id: PlayID) {
    let (isNew, waited) = state.withLock { state in
      defer { (state.playing, state.isBuffering) = (id, false) }
      return (state.playing != id, state.isBuffering)
    }
    if isNew {
      log.info(.playback, "playing", fields(of: id))
    } else if waited {
      log.info(.playback, "goes on", fields(of: id))
    }
  }

  private func fields(of id: PlayID) -> [LogField] {
    guard let item = state.withLock({ $0.items.last { $0.id == id } }) else {
      return [LogField("track", id.track.rawValue)]
    }
    var fields = [LogField(item.source.isStream ? "stream" : "file", private: item.source)]
    if !item.audio.codec.isEmpty { fields.append(LogField("codec", item.audio.codec)) }
    if item.audio.sampleRate > 0 { fields.append(LogField("rate", item.audio.sampleRate)) }
    if item.audio.channels > 0 { fields.append(LogField("channels", item.audio.channels)) }
    return fields
  }

  // MARK: The library

  private func note(_ event: LibraryEvent) {
    switch event {
    case .scanProgressed:
      state.withLock { if $0.scanStart == nil { $0.scanStart = .now } }
    case .scanEnded(let progress):
      let start = state.withLock { state in
        defer { state.scanStart = nil }
        return state.scanStart
      }
      guard let progress else { return log.error(.scan, "failed") }
      log.ended(progress, after: start?.duration(to: .now))
    case .recovered(let aside, let backup):
      log.warning(
        .library, "opened a backup in the place of a damaged library",
        [LogField("aside", private: aside), LogField("backup", private: backup ?? "")])
    case .storageCleared(let kind, let bytes):
      log.info(.program, "cleared", [LogField("cache", kind.rawValue), LogField("bytes", bytes)])
    case .addingEnded(let report?): log.added(report)
    case .addingEnded(nil), .addingProgressed, .addingNeedsFolder, .changed, .rootsLoaded,
      .unreadableListed, .logRead, .musicCounted, .demoProgressed, .demoWritten,
      .analysisProgressed, .statisticsCounted, .storageMeasured:
      break  // because nothing fails with these
    }
  }
}

extension Effect {
  /// The name of its case, which says nothing personal.
  fileprivate var logName: String {
    func name(_ value: Any, _ depth: Int) -> [String] {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else { return [] }
      guard let child = mirror.children.first, let label = child.label else { return ["\(value)"] }
      return [label] + (depth > 0 ? name(child.value, depth - 1) : [])
    }
    return name(self, 1).joined(separator: ".")
  }
}
