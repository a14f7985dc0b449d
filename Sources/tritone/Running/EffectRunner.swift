// Carries out what the interface asks for, and posts what came of it. Edits and what the player is
// told go one after the other, in the order in which they were asked; lists load beside them.

import Foundation
import Interface
import Library
import Media
import Music
import Playback
import Screen
import Settings
import Synchronization
import Threads

final class EffectRunner: Sendable {
  let library: Library
  private let player: Player
  let mailbox: Mailbox
  private let themes: ThemeFolder
  let places: Places
  private let playerLine: SerialLine
  private let editLine: SerialLine
  let scanLine: SerialLine
  private let exchanging: Exchanging
  let analysis: BackgroundAnalysis
  private let history: EditHistory
  private let session: SessionKeeper
  private let loads = Mutex<[ListSlot: Task<Void, Never>]>([:])
  private let watching: FolderWatching
  private let arranging = ArrangementSearch()
  let newStreams = NewStreams()
  let passwords = StreamPasswords()
  /// What waits for the catalog to be written.
  private let beginning = Mutex<Task<Void, Never>?>(nil)

  init(
    library: Library, player: Player, mailbox: Mailbox, themes: ThemeFolder, places: Places,
    session: [String: String], analysis settings: AnalysisSettings = AnalysisSettings()
  ) {
    self.session = SessionKeeper(library: library, restored: session)
    self.library = library
    self.player = player
    self.mailbox = mailbox
    self.themes = themes
    self.places = places
    history = EditHistory(library: library)
    playerLine = SerialLine()
    editLine = SerialLine()
    scanLine = SerialLine()
    watching = FolderWatching(library: library, mailbox: mailbox)
    exchanging = Exchanging(library: library, mailbox: mailbox, places: places)
    let reports = player.reports
    let changes = library.changes
    let exchanging = exchanging
    let analysis = EffectRunner.analysis(library, mailbox, settings)
    self.analysis = analysis
    let (editLine, newStreams) = (editLine, newStreams)
    Task {
      for await report in reports {
        mailbox.post(.player(report))
        analysis.note(report)
        guard let refused = newStreams.refused(by: report) else { continue }
        editLine.add {
          await EffectRunner.post(to: mailbox) {
            let title = try await library.tracks([refused.track]).first?.title
            return try await library.dropUnheardStream(refused.track)
              ? .streamRefused(refused.track, title: title, reason: refused.reason) : nil
          }
        }
      }
    }
    Task {
      for await _ in changes {
        mailbox.post(.libraryChanged)
        analysis.libraryChanged()
        await exchanging.libraryChanged()
      }
    }
    Task {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      guard library.isReading else { return }
      mailbox.post(.libraryReadingStarted)
      // A row comes when the library has been read; why it cannot be read is said by the lists, which
      // wait for the same.
      _ = try? await library.window(ListQuery(.songs), range: 0..<1, anchor: nil)
      mailbox.post(.libraryReadingEnded)
    }
  }

  /// Begins with what the first frame does not wait for, once the catalog is kept: FFmpeg is loaded,
  /// then the folders of the library are watched and what is in them is analysed.
  func begin(watching watches: Bool) {
    let task = Task.detached { [library, watching, analysis, mailbox] in
      // A catalog that is made anew and FFmpeg at once would be too much memory.
      await library.catalogKept()
      // Loading a hundred libraries is not for a program that is about to end.
      if Task.isCancelled { return }
      OwnThread.start(named: "begin") {
        if watches { watching.set(true, isDefault: true) }
        do throws(MediaError) {
          try FFmpegLibraries.load()
          analysis.begin()
        } catch {
          mailbox.post(.failed(error.reason))
        }
      }
    }
    beginning.withLock { $0 = task }
  }

  /// Waits for what was asked before, saves included, but never long.
  func finish() {
    beginning.withLock { $0?.cancel() }
    scanLine.cancel()
    watching.set(false)
    let done = DispatchSemaphore(value: 0)
    let (editLine, player, library, exchanging) = (editLine, player, library, exchanging)
    let analysis = analysis
    Task.detached {
      async let analysed: Void = analysis.finish()
      async let saved: Void = editLine.finish()
      await player.shutDown()
      await saved
      await exchanging.finish()
      await analysed
      await library.keepCatalog()
      done.signal()
    }
    _ = done.wait(timeout: .now() + 2)
  }

  func perform(_ effect: Effect) {
    noteForAnalysis(effect)
    switch effect {
    case .load(let slot, let query, let range, let anchor, let serial):
      load(slot, serial) { library in
        .listLoaded(
          slot,
          try await library.window(query, range: range, anchor: anchor, followsAnchor: true),
          serial: serial)
      }
    case .loadQueue(let items, let start, let count, let anchorIndex, let serial):
      load(.queue, serial) { library in
        .listLoaded(
          .queue,
          try await library.queueWindow(
            items, start: start, count: count, anchorIndex: anchorIndex), serial: serial)
      }
    case .noticeChanges:
      answer {
        try await $0.noticeOthers()
        return nil
      }
    case .loadMixBoard(let serial):
      answer { .mixBoardLoaded(try await $0.mixBoard(), serial: serial) }
    case .loadRoots: answer(refusing: effect) { .rootsLoaded(try await $0.rootContents()) }
    case .loadTemplates: answer { .templatesLoaded(try await $0.templates()) }
    case .findTemplate(let name, let target):
      answer { .templateFound(name, try await $0.template(named: name), target) }
    case .previewTemplate(let query, let range, let serial): preview(query, range, serial)
    case .loadPlaylists:
      answer {
        .playlistsLoaded(try await $0.playlists(), folders: try await $0.playlistFolders())
      }
    case .loadTrack(let id, let entry):
      answer { library in
        let queued = QueuedTrack(id, entry: entry)
        guard var track = try await library.standing([queued])[queued] else { return nil }
        // Whoever asks knows it by the number that it had before it became another one.
        track.id = id
        return .trackLoaded(track, entry: entry)
      }
    case .loadEntryFacts(let selection):
      answer(refusing: effect) { try await $0.entryFacts(of: selection) }
    case .nameLeftOut(let queued):
      answer(refusing: effect) { .leftOutNamed(try await $0.standing(queued)) }
    case .loadRemaining(let playlist, let entry):
      answer {
        .remainingLoaded(playlist, entry, try await $0.remaining(of: playlist, from: entry))
      }
    case .findFits(let track):
      answer(refusing: effect) { .fitsFound(try await $0.fits(for: track)) }
    case .findArrangement(let playlist, let isFirstKept):
      arranging.begin(of: playlist, keepingFirst: isFirstKept, library, mailbox)
    case .cancelArrangement: arranging.cancel()
    case .findRelocations(let selection, let folder): findRelocations(of: selection, in: folder)
    case .nameFault(let queued, let reason):
      answer { .faultNamed(try await $0.standing([queued])[queued]?.title, reason) }
    case .loadAnalysis(let id): answer { try await TrackReading($0).analysis(of: id) }
    case .loadInfo(let id):
      answer(refusing: effect) { .infoLoaded(try await TrackReading($0).info(of: id)) }
    case .loadCues(let id, let serial):
      answer { .cuesLoaded(id, try await $0.cues(of: id), serial: serial) }
    case .loadCueList(let id):
      answer { .cueListLoaded(id, try await $0.tracks([id]).first, try await $0.cues(of: id)) }
    case .findTracksToPlay(let selection, let start, let serial):
      find(serial) { library in
        if let start, case .rows(_, let query) = selection {
          let (queued, index) = try await library.playOrder(of: query, from: start)
          return .tracksToPlayFound(queued, start: index, serial: serial)
        }
        return .tracksToPlayFound(
          try await library.queuedTracks(of: selection), start: 0, serial: serial)
      }
    case .findTracksToQueue(let selection, let next, let serial):
      find(serial) {
        .tracksToQueueFound(
          try await $0.queuedTracks(of: selection), next: next, serial: serial)
      }
    case .loadSound(let request):
      answer { library in
        .soundLoaded(request.id, try await PlayerOrders.sound(of: request, library))
      }
    case .openStream(let address, let serial):
      if passwords.remember(address) { mailbox.post(.done(StreamPasswords.notice)) }
      find(serial) { [newStreams] in
        .tracksToPlayFound(
          [QueuedTrack(try await newStreams.add(address, to: $0))], start: 0, serial: serial)
      }
    case .openPath(let path, let serial): open(path, serial)
    case .setSound(let settings):
      tellPlayer(effect)
      keep("sound") { try SessionText.encode(settings) }
    case .chooseDevice(let name):
      tellPlayer(effect)
      keep("device") { name }
    case .play, .prepare, .prepareLater, .adjust, .pause, .resume, .stop, .seek, .setVolume,
      .setMuted, .sleep:
      tellPlayer(effect)
    case .listUnreadable:
      answer(refusing: effect) {
        try FFmpegLibraries.load()
        let most = ReportPanel.mostFiles
        return .unreadableListed(try await $0.unreadableFiles(atMost: most + 1))
      }
    case .listThemes, .loadTheme: performTheme(effect)
    case .scan(let folders): scan(folders)
    case .writeDemo(let folder): writeDemo(folder.bytes.isEmpty ? places.demoFolder : folder)
    case .setWatching(let isOn):
      watching.set(isOn)
      keep("watch") { isOn ? nil : "off" }
    case .controlAnalysis(let control): controlAnalysis(control)
    case .analyze(let selection): analyze(selection)
    case .saveQueue, .savePlace: keepSession(effect)
    case .noteQueueEdit, .keepQueueEdit, .undo, .redo:
      editLine.add { [history, mailbox] in
        await EffectRunner.post(to: mailbox, refusing: effect) {
          try await history.perform(effect)
        }
      }
    case .importFile(let path): exchanging.importFile(path)
    case .cancelImport: exchanging.cancel()
    case .listPaths(let text, let serial): exchanging.listPaths(text, serial: serial)
    case .importCues, .exportPlaylist, .setSyncFolder: exchange(effect)
    case .forgetTypedAhead, .redraw, .quit: break
    default: edit(effect)
    }
  }

  // MARK: Reading

  /// Only the newest request for a list matters.
  private func load(
    _ slot: ListSlot, _ serial: Int, _ work: @escaping @Sendable (Library) async throws -> Event
  ) {
    let (library, mailbox) = (library, mailbox)
    let task = Task.detached {
      do {
        let event = try await work(library)
        if !Task.isCancelled { mailbox.post(event) }
      } catch {
        if !Task.isCancelled {
          mailbox.post(.listFailed(slot, serial: serial, UserText.of(error)))
        }
      }
    }
    loads.withLock { $0.updateValue(task, forKey: slot) }?.cancel()
  }

  /// Says it also when it failed, since the next preview waits for this one.
  private func preview(_ query: ListQuery, _ range: Range<Int>, _ serial: Int) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      do {
        let groups = try await library.groups(query, range: range)
        mailbox.post(.templatePreviewed(groups, serial: serial))
      } catch {
        mailbox.post(.templatePreviewed(nil, serial: serial))
        mailbox.post(.failed(UserText.of(error)))
      }
    }
  }

  private func answer(
    refusing refused: Effect? = nil, _ work: @escaping @Sendable (Library) async throws -> Event?
  ) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      await EffectRunner.post(to: mailbox, refusing: refused) { try await work(library) }
    }
  }

  /// Looks for what is played or queued; that it could not be found is an answer, too, since what was
  /// asked for later waits for it.
  private func find(
    _ serial: Int, _ work: @escaping @Sendable (Library) async throws -> Event
  ) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      do {
        mailbox.post(try await work(library))
      } catch {
        mailbox.post(.tracksNotFound(serial: serial, UserText.of(error)))
      }
    }
  }

  /// - Parameter refused: What is given back when it could not be done. Of an edit the end is
  ///   said, too.
  static func post(
    to mailbox: Mailbox, refusing refused: Effect? = nil,
    _ work: @Sendable () async throws -> Event?
  ) async {
    do {
      if let event = try await work() { mailbox.post(event) }
    } catch {
      let reason = UserText.of(error)
      mailbox.post(refused.map { .refused($0, reason) } ?? .failed(reason))
    }
    if refused?.isEdit == true { mailbox.post(.editEnded) }
  }

  // MARK: Playing

  private func tellPlayer(_ effect: Effect) {
    let orders = PlayerOrders(
      player: player, library: library, mailbox: mailbox, passwords: passwords)
    playerLine.add { await orders.carryOut(effect) }
  }

  /// Keeps a setting for the next start.
  func keep(_ key: String, _ value: @escaping @Sendable () throws -> String?) {
    let (library, mailbox) = (library, mailbox)
    editLine.add {
      await EffectRunner.post(to: mailbox) {
        try await library.setSetting(key, try value())
        return nil
      }
    }
  }

  private func keepSession(_ effect: Effect) {
    let (session, mailbox) = (session, mailbox)
    editLine.add {
      await EffectRunner.post(to: mailbox) {
        try session.take(effect)
        try await session.keep()
        return nil
      }
    }
  }

  // MARK: Edits

  private func edit(_ effect: Effect) {
    let (library, mailbox) = (library, mailbox)
    editLine.add {
      await EffectRunner.post(to: mailbox, refusing: effect) {
        try await LibraryEdits(library).perform(effect)
      }
    }
  }

  /// What is written comes after the edits that were asked for before.
  private func exchange(_ effect: Effect) {
    let (exchanging, mailbox) = (exchanging, mailbox)
    editLine.add {
      await EffectRunner.post(to: mailbox, refusing: effect) {
        try await exchanging.perform(effect)
      }
    }
  }

  // MARK: Skins

  private func performTheme(_ effect: Effect) {
    let (library, mailbox, themes) = (library, mailbox, themes)
    editLine.add {
      switch effect {
      case .listThemes: mailbox.post(.themesListed(themes.names))
      case .loadTheme(let name, let isPreview):
        await EffectRunner.post(to: mailbox) {
          let theme = try themes.load(name)
          if !isPreview { try await library.setSetting("theme", theme.name) }
          return .themeLoaded(theme, isPreview: isPreview)
        }
      default: break
      }
    }
  }
}
