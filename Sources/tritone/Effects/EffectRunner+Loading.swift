import FoundationEssentials
import Interface
import Library
import Log
import Media
import Music
import Synchronization

/// Reads from the library for the screen, concurrently with everything else.
extension EffectRunner {
  /// Entries in the window of the log; `tritone log` shows all.
  private static let maximumEntries = 1_000

  func load(_ request: ListRequest) {
    switch request {
    case .load(let slot, let query, let wanted, let anchor, let serial):
      load(slot, serial) { library in
        .list(
          .loaded(
            slot,
            try await library.window(
              query, range: wanted.range, ends: wanted.ends, anchor: anchor, followsAnchor: true),
            serial: serial))
      }
    case .jump(let slot, let query, let range, let text, let serial):
      load(slot, serial) { library in
        .list(
          .loaded(
            slot,
            try await library.window(
              query, range: range, anchor: nil, followsAnchor: true, jumpingTo: text),
            serial: serial))
      }
    case .loadQueue(let items, let start, let count, let anchorIndex, let serial):
      load(.queue, serial) { library in
        .list(
          .loaded(
            .queue,
            try await library.queueWindow(
              items, start: start, count: count, anchorIndex: anchorIndex), serial: serial))
      }
    }
  }

  /// Loads a window; a failed request is returned with the reason.
  func load(_ request: LoadRequest) {
    let effect = Effect.load(request)
    switch request {
    case .mixBoard(let serial):
      answer(refusing: effect) {
        .playlists(.mixBoardLoaded(try await $0.mixBoard(), serial: serial))
      }
    case .playlists:
      answer {
        .playlists(.loaded(try await $0.sortedPlaylists(), folders: try await $0.playlistFolders()))
      }
    case .templates: answer { .templates(.loaded(try await $0.templates())) }
    case .templatePreview(let query, let range, let serial): preview(query, range, serial)
    case .matches(let query, let count, let serial):
      let (library, mailbox) = (library, mailbox)
      Task.detached {
        // A query that cannot be read is told where it is typed.
        let window = try? await library.window(
          query, range: 0..<count, anchor: nil, keepsList: false)
        mailbox.post(.playlists(.matched(window, serial: serial)))
      }
    case .tracksToAdd(let query, let range, let serial):
      answer(refusing: effect) {
        let window = try await $0.window(query, range: range, anchor: nil)
        return .list(.tracksToAddFound(window, serial: serial))
      }
    case .template(let name, let target):
      answer { .templates(.found(name, try await $0.template(named: name), target)) }
    case .track(let id, let entry):
      answer { library in
        let queued = QueuedTrack(id, entry: entry)
        guard var track = try await library.resolved([queued])[queued] else { return nil }
        // The request has the track's old id, if another track replaced it since.
        track.id = id
        return .track(.loaded(track, entry: entry))
      }
    case .cues(let id, let serial):
      answer { .cues(.loaded(id, try await $0.cues(of: id), serial: serial)) }
    case .analysis(let id): answer { try await TrackReading($0).analysis(of: id) }
    case .album(let key):
      answer {
        let shown = 0..<InspectedAlbum.maximumTracks
        let window = try await $0.window(ListQuery(.album(key)), range: shown, anchor: nil)
        return .list(.albumLoaded(key, window.rows))
      }
    case .cover(let request): loadCover(request)
    case .lyrics(let id): loadLyrics(of: id)
    case .fetchedLyrics(let id, let isCommand): fetchLyrics(of: id, isCommand: isCommand)
    case .info(let id):
      answer(refusing: effect) { .track(.infoLoaded(try await TrackReading($0).info(of: id))) }
    case .cueList(let id):
      answer { .cues(.listLoaded(id, try await $0.tracks([id]).first, try await $0.cues(of: id))) }
    case .entryFacts(let selection):
      answer(refusing: effect) { try await $0.entryFacts(of: selection) }
    case .labelled(let selection):
      answer(refusing: effect) { try await $0.labelled(selection) }
    case .labelValues: answer(refusing: effect) { try await $0.labelValues() }
    case .variations(let track): answer { try await $0.loadedVariations(of: track) }
    case .variationProposals(let selection):
      answer(refusing: effect) { try await $0.variationProposals(among: selection) }
    case .comments(let track):
      answer {
        let own = try await $0.comments(of: track)
        return .comments(.loaded(track, own + (try await $0.sharedComments(of: track))))
      }
    case .skipped(let queued):
      answer(refusing: effect) { .entries(.skippedLoaded(try await $0.resolved(queued))) }
    case .remaining(let playlist, let entry):
      answer {
        .entries(
          .remainingLoaded(playlist, entry, try await $0.remaining(of: playlist, from: entry)))
      }
    case .fits(let track):
      answer(refusing: effect) { .mixing(.fitsFound(try await $0.fits(for: track))) }
    case .mixIn(let track):
      answer { library in
        let cue = try await library.cues(of: track).first { $0.kind == .mixIn }
        let proposal = try await library.storedAnalysis(of: track)?.mixIn
        return .mixing(.mixInFound(track, cue?.time ?? proposal))
      }
    case .unreadable:
      answer(refusing: effect) {
        try FFmpegLibraries.load()
        let most = ReportPanel.maximumFiles
        return .library(.unreadableListed(try await $0.unreadableFiles(atMost: most + 1)))
      }
    case .fault(let queued, let reason):
      answer { .track(.faultNamed(try await $0.resolved([queued])[queued]?.title, reason)) }
    case .entryPlayback(let request):
      answer { library in
        .track(
          .entryPlaybackLoaded(request.id, try await PlayerEffectRunner.sound(of: request, library))
        )
      }
    case .statistics:
      answer(refusing: effect) {
        .library(
          .statisticsCounted(try await $0.statistics(now: Int64(Date.now.timeIntervalSince1970))))
      }
    case .storage:
      answer(refusing: effect) { [directories] in
        .library(.storageMeasured(Storage(library: $0.path, directories).parts))
      }
    case .log(let level):
      answer(refusing: effect) { [mailbox, directories] _ in
        // With what failed just now.
        mailbox.log.log.flush(within: .milliseconds(200))
        return .library(
          .logRead(
            try LogTail.records(
              EffectRunner.maximumEntries, of: directories.log, upTo: level ?? .debug)))
      }
    case .roots: answer(refusing: effect) { .library(.rootsLoaded(try await $0.rootContents())) }
    }
  }

  /// Only the newest request for a list is answered.
  private func load(
    _ slot: ListID, _ serial: Int, _ work: @escaping @Sendable (Library) async throws -> Event
  ) {
    let (library, mailbox) = (library, mailbox)
    let task = Task.detached {
      do {
        let event = try await work(library)
        if !Task.isCancelled { mailbox.post(event) }
      } catch {
        if !Task.isCancelled {
          mailbox.post(.list(.failed(slot, serial: serial, UserText.of(error))))
        }
      }
    }
    let key = LoadKey(terminal: Browsing.terminal(ofSerial: serial), list: slot)
    loads.withLock { $0.updateValue(task, forKey: key) }?.cancel()
  }

  /// A terminal is gone, and awaits nothing any more.
  func forgetLoads(ofTerminal number: Int) {
    let forgotten = loads.withLock { loads in
      let (gone, left) = (
        loads.filter { $0.key.terminal == number }, loads.filter { $0.key.terminal != number }
      )
      loads = left
      return gone
    }
    for task in forgotten.values { task.cancel() }
  }

  /// Reports a failure as well, since the next preview waits for this one.
  private func preview(_ query: ListQuery, _ range: Range<Int>, _ serial: Int) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      do {
        let groups = try await library.groups(query, range: range)
        mailbox.post(.templates(.previewed(groups, serial: serial)))
      } catch {
        mailbox.post(.templates(.previewed(nil, serial: serial)))
        mailbox.post(.failed(UserText.of(error)))
      }
    }
  }

  func answer(
    refusing refused: Effect? = nil, _ work: @escaping @Sendable (Library) async throws -> Event?
  ) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      await EffectRunner.post(to: mailbox, refusing: refused) { try await work(library) }
    }
  }
}
