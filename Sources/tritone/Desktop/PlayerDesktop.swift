import Bus
import Desktop
import FoundationEssentials
import Interface
import Library
import Log
import Music
import Synchronization

/// What the desktop sees and hears of the player: media keys and panels, notifications, and that the
/// computer stays awake.
///
/// Told of each change by the run loop, which never waits: values are noted under a lock. Nothing
/// connects to a bus before `begin`, which comes after the first rows.
final class PlayerDesktop: Sendable {
  /// What the desktop is told of.
  private struct Report: Equatable, Sendable {
    var status: PlayerStatus
    /// Whether a terminal shows the player.
    var isShown: Bool
    var notifies: Bool
    var keepsAwake: Bool
    /// Whether work goes on that sleep would break off.
    var isWorking: Bool
  }

  private let library: Library
  private let mailbox: Mailbox
  private let priority: SoundPriority
  private let covers: DesktopCovers
  private let state = Mutex(State())

  private struct State: Sendable {
    var report: Report?
    var parts: Parts?
    /// The number of the last change of what plays, for work that comes too late.
    var turn = 0
  }

  private struct Parts: Sendable {
    let player: MediaPlayer
    let notifications: Notifications
    let inhibition: SleepInhibition
  }

  init(
    library: Library, mailbox: Mailbox, priority: SoundPriority, covers: DesktopCovers
  ) {
    self.library = library
    self.mailbox = mailbox
    self.priority = priority
    self.covers = covers
  }

  /// Connects to the buses, where there are any.
  func begin() {
    let environment = ProcessInfo.processInfo.environment
    let session = Bus(addresses: BusAddresses.session(environment))
    let system = Bus(addresses: BusAddresses.system(environment), passesDescriptors: true)
    let mailbox = mailbox
    let send: @Sendable (PlayerCommand) -> Void = {
      mailbox.post(.control(ControlEvent(.perform($0))))
    }
    let parts = Parts(
      player: MediaPlayer(bus: session, send: send),
      notifications: Notifications(bus: session, send: send),
      inhibition: SleepInhibition(system: system, session: session))
    priority.begin(RealtimeKit(bus: system))
    // The next report begins anew.
    state.withLock { state in
      state.parts = parts
      state.report = nil
    }
    libraryChanged()
  }

  /// Ends what would outlive the process.
  func finish() {
    let parts = state.withLock { $0.parts.take() }
    parts?.notifications.close()
    parts?.inhibition.set(false)
  }

  /// Takes in a change; equal reports cost a comparison.
  ///
  /// - Parameter isShown: whether a terminal shows the player.
  func note(_ app: App, _ status: PlayerStatus, isShown: Bool) {
    let report = Report(
      status: status, isShown: isShown, notifies: app.value(of: .desktopNotifications).isOn,
      keepsAwake: app.value(of: .desktopAwake).isOn, isWorking: app.isWorking)
    let (parts, last, turn) = state.withLock { state in
      let last = state.report
      guard last != report else { return (nil as Parts?, last, 0) }
      state.report = report
      if last?.status.item?.play != report.status.item?.play { state.turn += 1 }
      return (state.parts, last, state.turn)
    }
    guard let parts else { return }
    parts.player.update(report.status)
    let isPlaying = report.status.playback == .playing
    parts.inhibition.set(
      report.isWorking || report.keepsAwake && isPlaying,
      why: report.isWorking ? "Syncing or building a playlist" : "Playing music")
    if report.isShown { parts.notifications.close() }
    let item = report.status.item
    if let item, item.track.id != last?.status.item?.track.id { findCover(of: item.track, parts) }
    if let item, item.play != last?.status.item?.play { announce(item, turn) }
    if report.status.queueVersion != last?.status.queueVersion
      || report.status.index != last?.status.index
    {
      show(app.queuePart(ofItems: Self.nearbyItems))
    }
  }

  /// Tells the desktop of the playlists.
  func libraryChanged() {
    guard let player = state.withLock({ $0.parts?.player }) else { return }
    let library = library
    Task.detached {
      guard let playlists = try? await library.playlists() else { return }
      player.show(playlists: playlists, active: nil)
    }
  }

  /// Items of the queue beside the current one that the desktop lists.
  private static let nearbyItems = 20

  private func show(_ part: QueuePart) {
    guard let player = state.withLock({ $0.parts?.player }) else { return }
    let library = library
    Task.detached {
      guard let tracks = try? await library.resolved(part.items.map(\.queued)) else { return }
      player.show(
        nearby: part.items.compactMap { item in
          tracks[item.queued].map { track in
            PlayerStatus.Item(
              id: item.id, play: nil, track: track, title: track.title,
              artist: track.tags.artist)
          }
        })
    }
  }

  // MARK: The current track

  private func findCover(of track: Track, _ parts: Parts) {
    Task.detached { [covers] in
      if let path = await covers.file(for: track) { parts.player.cover(path, for: track.id) }
      if let lyrics = await covers.lyrics(of: track) { parts.player.lyrics(lyrics, for: track.id) }
    }
  }

  /// How long a track is heard before the desktop is told: nobody wants to be told of skipped ones.
  private static let delay = Duration.seconds(1)

  private func announce(_ item: PlayerStatus.Item, _ turn: Int) {
    Task.detached { [self, covers] in
      try? await Task.sleep(for: Self.delay)
      let cover = await covers.file(for: item.track)
      let parts = state.withLock { state -> Parts? in
        guard let report = state.report, report.notifies, !report.isShown, state.turn == turn,
          report.status.playback == .playing
        else { return nil }
        return state.parts
      }
      parts?.notifications.show(
        TrackNotification(
          title: item.title, artist: item.artist, album: item.track.tags.album, cover: cover,
          hasNext: state.withLock { $0.report?.status.hasNext ?? false }))
    }
  }
}
