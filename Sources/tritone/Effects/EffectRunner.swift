// Carries out the interface's effects, and posts their results. Edits and player commands run in
// order; lists load concurrently.

import Control
import Dispatch
import Interface
import Library
import Log
import Music
import Playback
import Screen
import Settings
import Synchronization

final class EffectRunner: Sendable {
  let library: Library
  private let player: Player
  let mailbox: Mailbox
  let themes: ThemeFolder
  let fileWatch = FileWatch()
  let settings: SettingsStore
  let directories: Directories
  private let playerLine: SerialTaskQueue
  private let editLine: SerialTaskQueue
  let scanLine: SerialTaskQueue
  let exchanging: ImportExport
  let adding: AddingFiles
  private let builds: PlayerBuilds
  private let devices: PlayerDevices
  let books: PlayerBooks
  let servers: PlayerServers
  let analysis: BackgroundAnalysis
  private let history: EditHistory
  private let session: SessionStore
  /// The speed that was stored last; nil before that.
  private let keptSpeed = Mutex<Double?>(nil)
  let loads = Mutex<[LoadKey: Task<Void, Never>]>([:])
  /// The environments of terminals' programs.
  let variables = Mutex<[Int: [String: String]]>([:])

  /// A list of one terminal.
  struct LoadKey: Hashable {
    var terminal: Int
    var list: ListID
  }

  let watching: FolderWatching
  private let arranging = ArrangementSearch()
  let newStreams = NewStreams()
  let passwords = StreamPasswords()
  let covers = NewestFirst(named: "covers")
  let images: CoverImages
  let lyrics = NewestFirst(named: "lyrics")
  let fetching: LyricsFetching
  let scrobbling: Scrobbling
  let desktop: PlayerDesktop
  /// Where requests from beyond the screen come from.
  let control = Mutex<ControlServer?>(nil)
  /// The count of changes of the library when the interface was told of one.
  let toldChanges = Atomic(0)
  /// The requests whose effects are under way.
  let requestedWork = Mutex<[ControlTicket: RequestedWork]>([:])
  /// The task that waits for the catalog to be stored.
  private let beginning = Mutex<Task<Void, Never>?>(nil)

  init(
    library: Library, player: Player, mailbox: Mailbox, themes: ThemeFolder,
    directories: Directories,
    images: CoverImages, session: RestoredSession?, priority: SoundPriority = SoundPriority(Log()),
    servers: PlayerServers? = nil,
    unmoved: UnmovedSettings? = nil, takesOver: Bool = true,
    analysis analysisSettings: AnalysisSettings = AnalysisSettings()
  ) {
    self.session = SessionStore(library: library, restored: session)
    let config = ConfigFile(directories)
    self.settings = SettingsStore(
      config, watch: fileWatch, mailbox: mailbox, earlier: EarlierSettings(library, config),
      unmoved: unmoved)
    self.library = library
    self.player = player
    self.mailbox = mailbox
    self.themes = themes
    self.directories = directories
    self.images = images
    fetching = LyricsFetching(directories: directories, log: mailbox.log.log)
    scrobbling = Scrobbling(
      library: library, directories: directories, log: mailbox.log.log,
      tell: { mailbox.post(.failed($0)) })
    playerLine = SerialTaskQueue()
    editLine = SerialTaskQueue()
    scanLine = SerialTaskQueue()
    watching = FolderWatching(library: library, mailbox: mailbox)
    exchanging = ImportExport(
      library: library, mailbox: mailbox, directories: directories, takesOver: takesOver)
    adding = AddingFiles(library: library, mailbox: mailbox, directories: directories)
    builds = PlayerBuilds(
      library: library, mailbox: mailbox, directories: directories, imports: exchanging)
    devices = PlayerDevices(library: library, mailbox: mailbox, directories: directories)
    books = PlayerBooks(library: library, mailbox: mailbox, directories: directories)
    self.servers =
      servers ?? PlayerServers(library: library, mailbox: mailbox, directories: directories)
    history = EditHistory(library: library) { [servers = self.servers] in servers.follow($0) }
    desktop = PlayerDesktop(
      library: library, mailbox: mailbox, priority: priority,
      covers: DesktopCovers(images: images, covers: covers, servers: self.servers))
    let reports = player.reports
    let changes = library.changes
    let exchanging = exchanging
    let analysis = EffectRunner.analysis(library, mailbox, analysisSettings)
    self.analysis = analysis
    let (editLine, newStreams, scrobbling, builds) = (editLine, newStreams, scrobbling, builds)
    let (books, servers, desktop) = (books, self.servers, desktop)
    servers.follow()
    Task { await scrobbling.follow() }
    Task {
      for await report in reports {
        mailbox.post(.player(report))
        analysis.note(report)
        scrobbling.note(report)
        books.note(report)
        servers.note(report)
        if let place = servers.place(behind: report) { await player.seek(to: place) }
        guard let refused = newStreams.refused(by: report) else { continue }
        editLine.add {
          await EffectRunner.post(to: mailbox) {
            let title = try await library.tracks([refused.track]).first?.title
            return try await library.dropUnheardStream(refused.track)
              ? .track(.streamRefused(refused.track, title: title, reason: refused.reason)) : nil
          }
        }
      }
    }
    Task {
      for await _ in changes {
        mailbox.post(.library(.changed))
        // A write to a slow disk holds up nothing else.
        Task { await exchanging.libraryChanged() }
        servers.libraryChanged()
        // The screen reads its rows first. No change waits for this pause: the library reports the
        // next one 100 ms after this one at the earliest.
        try? await Task.sleep(for: Self.pauseOfOthers)  // nobody cancels it
        analysis.libraryChanged()
        scrobbling.libraryChanged()
        await builds.libraryChanged()
        books.libraryChanged()
        desktop.libraryChanged()
      }
    }
    Task {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      guard library.isReading else { return }
      mailbox.post(.list(.readingStarted))
      // A row arrives once the library was read; the lists, which wait for the same, report a
      // failure.
      _ = try? await library.window(ListQuery(.songs), range: 0..<1, anchor: nil)
      mailbox.post(.list(.readingEnded))
    }
  }

  private static let pauseOfOthers = Duration.milliseconds(50)

  /// Starts deferred work once the catalog is stored: watches and analyses the library's folders.
  func begin(watching watches: Bool) {
    perform(.theme(.list))
    let task = Task.detached {
      [
        library, watching, analysis, covers, lyrics, scrobbling, devices, books, servers, desktop
      ] in
      // Building a catalog and reading files at once would take too much memory.
      await library.catalogSaved()
      if Task.isCancelled { return }
      await scrobbling.begin()
      devices.begin()
      servers.begin()
      desktop.begin()
      if watches { watching.set(true, isDefault: true) }
      lyrics.begin()
      covers.begin()
      analysis.begin()
      books.begin()
    }
    beginning.withLock { $0 = task }
  }

  /// Waits for pending work, saves included, with a timeout.
  func finish() {
    beginning.withLock { $0?.cancel() }
    scanLine.cancel()
    watching.set(false)
    desktop.finish()
    let done = DispatchSemaphore(value: 0)
    let (editLine, player, library, exchanging) = (editLine, player, library, exchanging)
    let (analysis, scrobbling, settings) = (analysis, scrobbling, settings)
    let (adding, builds, devices, books, servers) = (adding, builds, devices, books, servers)
    Task.detached {
      async let stored: Void = settings.finish()
      async let added: Void = adding.finish()
      async let built: Void = builds.finish()
      async let synced: Void = devices.finish()
      async let placed: Void = books.finish()
      async let told: Void = servers.finish()
      await scrobbling.end()
      async let analysed: Void = analysis.finish()
      async let saved: Void = editLine.finish()
      await player.shutDown()
      await saved
      await stored
      await exchanging.finish()
      await analysed
      await added
      await built
      await synced
      await placed
      await told
      await library.saveCatalog()
      done.signal()
    }
    _ = done.wait(timeout: .now() + 2)
  }

  func perform(_ effect: Effect, for asker: Asker = Asker()) {
    switch effect {
    case .terminal: break  // because the run loop, which owns the terminal, carries these out
    case .list(let request): load(request)
    case .load(let request): load(request)
    case .find(let search): find(search)
    case .player(let order): perform(order)
    case .monitor(let order): perform(order)
    case .edit(let edit):
      afterEdits(refusing: effect, for: asker) { try await LibraryEdits($0).perform(edit) }
    case .history(let order):
      afterEdits(refusing: effect, for: asker) { [history] _ in try await history.perform(order) }
    case .replacedQueues(let order):
      afterEdits(refusing: effect, for: asker) { try await ReplacedQueues($0).perform(order) }
    case .session(let order):
      if case .saveQueue(let queue) = order { servers.note(queue) }
      do {
        // Noted at once: the first write of several has the last one's state, and the others none.
        try session.perform(order)
      } catch {
        mailbox.post(.failed(UserText.of(error)))
      }
      afterEdits { [session] _ in
        try await session.keep()
        return nil
      }
    case .settings(let order): settings.perform(order)
    case .library(let order): perform(order, for: asker)
    case .analysis(let order): perform(order)
    case .lyrics(let order):
      afterEdits(refusing: effect, for: asker) { [directories] library in
        try await LyricsFiles(
          library: library, copies: directories.lyrics,
          fetched: FetchedLyricsStore(folder: directories.fetchedLyrics)
        ).perform(order)
      }
    case .arrangement(let order): arranging.perform(order, library, mailbox)
    case .exchange(let order): perform(order, for: asker)
    case .theme(let order): perform(order, for: asker)
    case .build(let order):
      let variables = variables.withLock { all in asker.terminal.flatMap { all[$0] } }
      builds.perform(order, variables: variables, for: asker)
    case .device(let order): devices.perform(order)
    case .books(let order):
      books.perform(order, for: asker)
      if let finished = order.finishedBook { servers.finished(finished) }
    // One that the server does not get is taken back behind the move of the library's list.
    case .servers(.shared(.move(let id, let entries, let anchor))):
      editLine.add { [servers] in
        servers.perform(.shared(.move(id, entries: entries, after: anchor)))
      }
    case .servers(let order): servers.perform(order)
    case .control(let order): perform(order, at: asker.terminal)
    }
  }

  /// - Parameters:
  ///   - refused: The effect to return on failure. The end of an edit is reported, too.
  ///   - asker: Who is told.
  static func post(
    to mailbox: Mailbox, refusing refused: Effect? = nil, for asker: Asker = Asker(),
    _ work: @Sendable () async throws -> Event?
  ) async {
    do {
      mailbox.answer(try await work(), to: asker)
    } catch {
      let reason = UserText.of(error)
      mailbox.answer(refused.map { .refused($0, reason) } ?? .failed(reason), to: asker)
    }
    if refused?.isEdit == true { mailbox.post(.editEnded) }
  }

  /// Runs work in order behind pending edits; posts the given effect as refused on failure.
  func afterEdits(
    refusing refused: Effect? = nil, for asker: Asker = Asker(),
    _ work: @escaping @Sendable (Library) async throws -> Event?
  ) {
    let (library, mailbox) = (library, mailbox)
    editLine.add {
      await EffectRunner.post(to: mailbox, refusing: refused, for: asker) {
        try await work(library)
      }
    }
  }

  /// Stores a setting for the next start.
  func keep(_ key: String, _ value: @escaping @Sendable () throws -> String?) {
    afterEdits {
      try await $0.setSetting(key, try value())
      return nil
    }
  }

  /// The same for the speed of the player, if it is a new one.
  private func keep(speed: Double) {
    let isNew = keptSpeed.withLock { kept in
      defer { kept = speed }
      return kept != speed
    }
    if isNew { keep("speed") { speed == 1 ? nil : "\(speed)" } }
  }

  // MARK: Playing

  private func perform(_ order: PlayerEffect) {
    switch order {
    // The current and next tracks are analysed first.
    case .play(let request, _, _): analysis.note(playing: request.id.track)
    case .prepareNext(let request, _): analysis.note(next: request?.id.track)
    case .setSound(_, let keptSpeed): keep(speed: keptSpeed)
    case .chooseDevice(let name): keep("device") { name }
    case .prepareLater, .adjust, .pause, .resume, .stop, .seek, .setVolume, .setMuted,
      .setUnplugging,
      .sleep:
      break
    }
    let orders = PlayerEffectRunner(
      player: player, library: library, mailbox: mailbox, passwords: passwords,
      scrobbling: scrobbling, servers: servers)
    playerLine.add { await orders.carryOut(order) }
  }

  /// Reads what is heard at once, which waits for nothing: an answer by another thread would be late.
  private func perform(_ order: MonitorEffect) {
    switch order {
    case .listen(let isOn): player.monitor.listen(isOn)
    case .measure(let request): mailbox.post(.heard(player.monitor.measure(request)))
    }
  }
}
