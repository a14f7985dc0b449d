import FoundationEssentials
import Glibc
import Interface
import Library
import Log
import Music
import Playback
import Screen
import Settings
import Streaming

/// Opens the library and the player, and makes the state that the run loop begins with.
struct PlayerSetup {
  let options: GlobalOptions
  let player: PlayerOptions
  let log: Log
  /// Whether paths are going to be played in place of the stored queue.
  let plays: Bool
  /// Whether standard error shows on a terminal at last.
  var isSeen = false

  /// What a player consists of, before it has a terminal.
  struct Parts {
    var app: App
    let mailbox: Mailbox
    let runner: EffectRunner
    /// Events to handle first.
    var first: [Event]
    /// Whether folders are watched.
    let watches: Bool
  }

  func open() throws -> Parts {
    let directories = options.directories
    let output = try player.sound.choice
    var first: [Event] = []
    let library = try options.openLibrary(log: log) {
      $0.say(isForTerminal: isSeen)
      // A line printed before the screen opens would be lost.
      if case .backupFailed(let error) = $0 { first.append(.failed(error.message)) }
    }
    // Beside the settings: its queue may have a million tracks.
    let restoring = Task.detached { try await RestoredSession(library) }
    let settings = try StartSettings(library, directories)
    log.hidePrivate(settings.hidesPrivate)
    for fault in settings.faults { first.append(.failed(fault)) }
    let mailbox = Mailbox(log: EventLog(log))
    let start = try startSkin(library, settings, directories.themeFolder, &first)
    var app = try app(start, settings, output, &first)
    let servers = PlayerServers(library: library, mailbox: mailbox, directories: directories)
    let priority = SoundPriority(log)
    let session = try Waiting.run { try await restoring.value }
    let runner = EffectRunner(
      library: library,
      player: Player(
        output: output, remote: servers.remote.opening, prioritized: { priority.note($0, $1) }),
      mailbox: mailbox, themes: directories.themeFolder, directories: directories,
      images: CoverImages(folder: directories.art, log: log),
      session: session, priority: priority, servers: servers, unmoved: settings.unmoved,
      takesOver: settings[.librarySync].isOn,
      analysis: try Waiting.run {
        try await AnalysisSettings(
          library, mode: settings[.libraryAnalysis].choice(AnalysisMode.self))
      })
    runner.fileWatch.follow(start.path, as: .skin(0))
    ConfigFile(directories).makeFolder()
    runner.followSettings(since: settings.version)
    first += try startEvents(library, settings, session, directories, output)
    for event in first { mailbox.log.note(event) }
    runner.perform(.library(.pollExternalChanges))
    runner.perform(app.mixSlots.load())
    runner.keepBackups()
    return Parts(
      app: app, mailbox: mailbox, runner: runner, first: first,
      watches: settings[.libraryWatch].isOn && !player.noWatch)
  }

  private func app(
    _ start: StartSkin, _ settings: StartSettings, _ output: OutputChoice, _ first: inout [Event]
  ) throws -> App {
    // Each terminal has a size of its own.
    var app = App(
      size: Size(rows: 24, columns: 80), now: .now, theme: start.theme,
      keymap: keymap(options.directories, &first))
    app.follow(start.followed, chosen: start.chosen)
    app.playing = Playing(shuffleSalt: .random(in: .min ... .max))
    if case .file = output { app.playing.setWritesFile(true) }
    app.begin(with: settings.values, hidesPrivate: settings.hidesPrivate)
    return app
  }

  /// The skin of the first frame, the path of its file, and what it follows.
  private struct StartSkin {
    var theme = Theme.fallback
    var path: String?
    var followed = FollowedSkins()
    var chosen: String?
  }

  /// Reports an unreadable skin and falls back to the built-in one.
  ///
  /// The terminal tells its background after the first frame: until then the last one counts.
  private func startSkin(
    _ library: Library, _ settings: StartSettings, _ themes: ThemeFolder,
    _ events: inout [Event]
  ) throws -> StartSkin {
    var start = StartSkin()
    do {
      func skin(_ setting: Setting) -> String? {
        let name = settings[setting].word
        return name.isEmpty ? nil : name
      }
      let background = try Waiting.run { try await library.setting("theme.background") }
      start.chosen = settings[.themeName].word
      start.followed = FollowedSkins(
        light: skin(.themeLight), dark: skin(.themeDark),
        isOn: settings[.themeFollow].isOn)
      let tone = background.flatMap { BackgroundTone(rawValue: $0) }
      let own = start.followed.isOn ? tone.flatMap { start.followed[$0] } : nil
      if let name = player.theme ?? own ?? settings.values[.themeName]?.word {
        (start.theme, start.path) = try themes.find(name)
      }
    } catch {
      events.append(.failed(UserText.of(error)))
    }
    return start
  }

  private func keymap(_ directories: Directories, _ events: inout [Event]) -> Keymap {
    do {
      let keymap = try KeysFile.load(directories.keys.text)
      if !keymap.displaced.isEmpty { events.append(.session(.keysDisplaced)) }
      return keymap
    } catch {
      let text = UserText.of(error)
      events.append(.failed(text))
      var keymap = Keymap.standard
      keymap.mistake = text
      return keymap
    }
  }

  private func startEvents(
    _ library: Library, _ settings: StartSettings, _ restored: RestoredSession,
    _ directories: Directories, _ output: OutputChoice
  ) throws -> [Event] {
    try Waiting.run {
      var events: [Event] = []
      let speed = try await library.setting("speed").flatMap { Double($0) }
      let device = try await library.setting("device")
      if speed != nil || device != nil {
        var sound = SoundSettings()
        sound.speed = speed ?? 1
        events.append(.session(.soundRestored(sound, device: device)))
      }
      // Before the cursor, which is far down in a list whose rows are not known yet.
      events.append(.settings(.started(settings.file, fixed: player.fixedSettings)))
      let stored = restored.session
      var queue = restored.queue
      // A file is written faster than real time: repeating would fill the disk.
      if case .file = output { queue?.setRepeat(.off) }
      if stored != nil || queue != nil {
        var session = stored ?? Session()
        // Path arguments replace the stored queue.
        if plays { session.current = nil }
        events.append(.session(.restored(session, queue ?? PlayQueue())))
      }
      // Music may be on servers alone.
      let hasServers = try await !library.servers().isEmpty
      let isEmpty = try await library.roots().isEmpty && !hasServers
      if isEmpty, plays, stored == nil { events.append(.session(.startedWithPaths)) }
      if isEmpty, !plays {
        let music = directories.exists(directories.music) ? directories.music : nil
        events.append(
          .session(
            .startedWithoutMusic(
              proposed: music, others: directories.otherMusic, demo: directories.demoFolder)))
      }
      if let recovery = try await library.recovery() {
        events.append(
          .library(.recovered(setAside: recovery.setAside, backup: recovery.backup)))
      }
      return events
    }
  }
}
