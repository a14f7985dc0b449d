import ArgumentParser
import Curses
import FoundationEssentials
import Glibc
import Interface
import Library
import Log
import Media
import Music
import Playback
import Screen
import Settings
import Streaming

/// Opens the player, the default command.
struct PlayCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Open the player, and play paths and streams if there are any.",
    discussion: """
      Examples:
        tritone play ~/Music
        tritone ~/Music
      """, shouldDisplay: false)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var player: PlayerOptions

  func run(log: Log) throws {
    let directories = options.directories
    let output = try player.sound.choice
    let sources = try directories.playable(player.paths)
    // An existing file may be the user's music.
    if case .file(let path) = output, directories.exists(directories.absolute(path)) {
      throw Failure(reason: "there already is a file \(path.text); name another one for --output")
    }
    // Before any thread starts: they all inherit the signal mask.
    let signals = SignalDescriptor([
      SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGQUIT, SIGCHLD,
    ])
    signal(SIGPIPE, SIG_IGN)
    var first: [Event] = []
    let library = try options.openLibrary(log: log) {
      $0.say()
      // A line printed before the screen opens would be lost.
      if case .backupFailed(let error) = $0 { first.append(.failed(error.message)) }
    }
    let settings = try StartSettings(library, directories)
    log.hidePrivate(settings.hidesPrivate)
    for fault in settings.faults { first.append(.failed(fault)) }
    let terminal = try Terminal(
      input: STDIN_FILENO, output: STDOUT_FILENO,
      environment: ProcessInfo.processInfo.environment)
    log.flushOnCrash()
    Terminal.restoreOnCrash { flushLogAfterCrash($0) }
    log.opened(terminal.size)
    defer { terminal.close() }

    let mailbox = Mailbox(log: EventLog(log))
    let themes = directories.themeFolder
    let start = try startSkin(library, settings, themes, &first)
    var app = App(
      size: terminal.size, now: .now, theme: start.theme, keymap: keymap(directories, &first))
    app.follow(start.followed, chosen: start.chosen)
    app.playing = Playing(shuffleSalt: .random(in: .min ... .max))
    if case .file = output { app.playing.setWritesFile(true) }
    app.waveforms.fittingStyle = .fitting(ProcessInfo.processInfo.environment)
    if let shape = player.shape { app.choose(shape) }
    app.begin(with: settings.values, hidesPrivate: settings.hidesPrivate)
    app.covers.option = player.art
    if player.screenReader { app.useScreenReader(byOption: true) }
    app.bidi.option = player.bidi
    app.hasColors = terminal.depth != .none
    app.hasManyColors = terminal.depth.hasPalette
    let servers = PlayerServers(library: library, mailbox: mailbox, directories: directories)
    let runner = EffectRunner(
      library: library, player: Player(output: output, remote: servers.remote.opening),
      mailbox: mailbox, themes: themes, directories: directories,
      images: CoverImages(folder: directories.art, log: log),
      session: try kept(library), servers: servers, unmoved: settings.unmoved,
      takesOver: settings[.librarySync].isOn,
      analysis: try Waiting.run {
        try await AnalysisSettings(
          library, mode: settings[.libraryAnalysis].choice(AnalysisMode.self))
      })
    runner.fileWatch.follow(start.path, as: .skin)
    ConfigFile(directories).makeFolder()
    runner.followSettings(since: settings.version)
    first += try startEvents(library, settings, directories, output, plays: !sources.isEmpty)
    for event in first { mailbox.log.note(event) }
    runner.perform(.library(.pollExternalChanges))
    runner.perform(app.mixSlots.load())
    runner.perform(.theme(.list))
    runner.keepBackups()
    if !sources.isEmpty { runner.addAndPlay(sources) }
    let watches = settings[.libraryWatch].isOn && !player.noWatch
    var loop = RunLoop(
      terminal: terminal, mailbox: mailbox, signals: signals, runner: runner, app: app)
    let ending = loop.run(after: first) {
      runner.begin(watching: watches)
    }
    terminal.close()
    runner.finish()
    log.info(.program, "left", [LogField("how", ending.logText)])
    if case .ended(let signal?) = ending { throw ExitCode(128 + signal) }
    if let fault = loop.writingFault { throw Failure(reason: fault) }
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
        isOn: settings[.themeFollow].isOn && player.theme == nil)
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

  /// The stored parts of the session.
  private func kept(_ library: Library) throws -> [String: String] {
    try Waiting.run {
      var parts: [String: String] = [:]
      for key in ["queue", "place"] { parts[key] = try await library.session(key) }
      return parts
    }
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
    _ library: Library, _ settings: StartSettings, _ directories: Directories,
    _ output: OutputChoice, plays: Bool
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
      let stored = SessionText.decode(Session.self, try await library.session("place"))
      var queue = SessionText.decode(PlayQueue.self, try await library.session("queue"))
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

extension RunLoop.Ending {
  fileprivate var logText: String {
    switch self {
    case .left: "by the user"
    case .ended(let signal?): "by signal \(signal)"
    case .ended(nil): "with its terminal"
    }
  }
}
