import Interface
import Library
import Log
import Media
import Music
import Synchronization

/// Plays the named files, folders, streams and CUE sheets.
struct PathOpening: Sendable {
  let library: Library
  let mailbox: Mailbox
  let directories: Directories
  let newStreams: NewStreams
  let passwords: StreamPasswords

  /// A playable result of the named sources.
  private enum Opened: Sendable {
    case path(FilePath)
    case stream(TrackID)
    case playlist(PlaylistID)
  }

  /// Adds the path arguments, and plays them as soon as any is known.
  func addAndPlay(_ sources: [MediaSource]) async {
    let opened = await open(sources)
    let files = sources.compactMap(\.file).filter { !isSheet($0) }
    do {
      guard !files.isEmpty else { return try await announce(opened, isComplete: true) }
      let progress = try await scan(files) {
        Task.detached { try? await announce(opened, isComplete: false) }  // because all follow
      }
      try await announce(opened, isComplete: true)
      mailbox.post(.library(.scanEnded(progress)))
      say(progress.refused)
    } catch {
      mailbox.post(.failed(UserText.of(error)))
    }
  }

  /// Plays one path in place of the current track.
  func play(_ path: FilePath, _ serial: Int) async {
    let path = directories.absolute(path)
    do {
      guard directories.exists(path) else {
        throw Failure(reason: "There is no file or folder \(path.text)")
      }
      guard !isSheet(path) else {
        let playlist = try await library.openSheet(at: path)
        mailbox.post(.playlists(.opened(playlist)))
        return mailbox.post(
          .search(
            .foundToPlay(
              try await queued([.playlist(playlist.id)]), start: 0, serial: serial)))
      }
      let progress = try await scan([path]) {}
      mailbox.post(.search(.foundToPlay(try await queued([.path(path)]), start: 0, serial: serial)))
      mailbox.post(.library(.scanEnded(progress)))
      say(progress.refused)
    } catch {
      mailbox.post(.search(.notFound(serial: serial, UserText.of(error))))
    }
  }

  /// Finds the tracks of sources, to play them in place of the queue or to queue them: what is known
  /// or found first at once, what else is found behind it.
  ///
  /// - Parameter answer: called with nil once music was found, or else with the reason.
  func find(
    _ sources: [MediaSource], _ use: SourceUse, serial: Int,
    answer: @escaping @Sendable (String?) -> Void
  ) async {
    if let missing = sources.compactMap(\.file).first(where: { !directories.exists($0) }) {
      return refuse("There is no file or folder \(missing.text)", serial, answer)
    }
    let told = FoundFirst()
    let opened = await open(sources)
    let tell: @Sendable () async throws -> Void = { [self] in
      let found = try await queued(opened)
      guard told.take(found) else { return }
      answer(nil)
      mailbox.post(use.found(found, serial: serial))
    }
    do {
      try await tell()
      let files = sources.compactMap(\.file).filter { !isSheet($0) }
      guard !files.isEmpty else {
        if told.tracks.isEmpty { refuse("It has no music", serial, answer) }
        return
      }
      let progress = try await scan(files) { Task.detached { try? await tell() } }
      try await tell()
      mailbox.post(.library(.scanEnded(progress)))
      let known = Set(told.tracks)
      guard !known.isEmpty else {
        return refuse(Self.noMusic(in: files, progress), serial, answer)
      }
      let others = QueuedTracks(try await queued(opened).filter { !known.contains($0) })
      if !others.isEmpty { mailbox.post(.search(.foundToQueue(others, next: false))) }
      say(progress.refused)
    } catch {
      refuse(UserText.of(error), serial, answer)
    }
  }

  private func refuse(_ reason: String, _ serial: Int, _ answer: (String?) -> Void) {
    answer(reason)
    mailbox.post(.search(.notFound(serial: serial, reason)))
  }

  private static func noMusic(in files: [FilePath], _ progress: ScanProgress) -> String {
    if let refused = progress.refused.first { return "\(refused.path.name): \(refused.reason)" }
    return "There is no music in \(files.first?.text ?? "it")"
  }

  /// Reports named files that are not music: the first with its reason.
  private func say(_ refused: [UnreadableFile]) {
    guard let first = refused.first else { return }
    let more = refused.count == 1 ? "" : ", and \(refused.count - 1) more could not be read"
    mailbox.post(.failed("\(first.path.name): \(first.reason)\(more)"))
  }

  private func isSheet(_ path: FilePath) -> Bool {
    path.isCueSheet && !directories.isFolder(path)
  }

  /// Adds streams as tracks and sheets as playlists; reports and skips failures.
  private func open(_ sources: [MediaSource]) async -> [Opened] {
    var opened: [Opened] = []
    var hasPlaylist = false
    for source in sources {
      do {
        switch source {
        case .file(let path) where isSheet(path):
          let playlist = try await library.openSheet(at: path)
          if !hasPlaylist { mailbox.post(.playlists(.opened(playlist))) }
          hasPlaylist = true
          opened.append(.playlist(playlist.id))
        case .file(let path): opened.append(.path(path))
        case .stream(let address):
          if passwords.remember(address) { mailbox.post(.done(.playing(.passwordNotStored))) }
          opened.append(.stream(try await newStreams.add(address, to: library)))
        // Nobody gives the address of a server's track as an argument.
        case .server: continue
        }
      } catch {
        mailbox.post(.failed(UserText.of(error)))
      }
    }
    return opened
  }

  private func scan(
    _ files: [FilePath], whenFirstIsFound: @escaping @Sendable () -> Void
  ) async throws -> ScanProgress {
    let mailbox = mailbox
    let announced = Mutex(false)
    mailbox.post(.library(.scanProgressed(ScanProgress())))
    do {
      try FFmpegLibraries.load()
      mailbox.log.log.begins(files)
      let progress = try await library.scan(files) { progress in
        mailbox.post(.library(.scanProgressed(progress)))
        let isFirst =
          progress.added > 0
          && announced.withLock { was in
            defer { was = true }
            return !was
          }
        if isFirst { whenFirstIsFound() }
      }
      await EffectRunner.tellFailed(progress, of: library, below: files, to: mailbox.log.log)
      return progress
    } catch {
      mailbox.post(.library(.scanEnded(nil)))
      throw error
    }
  }

  private func announce(_ opened: [Opened], isComplete: Bool) async throws {
    let queued = try await queued(opened)
    if !queued.isEmpty { mailbox.post(.search(.pathsAdded(queued, isComplete: isComplete))) }
  }

  /// The tracks of opened sources, in their natural order; a file named beside its own CUE sheet is
  /// not played twice.
  private func queued(_ opened: [Opened]) async throws -> QueuedTracks {
    var found: [QueuedTracks] = []
    var files: Set<TrackID> = []
    for one in opened {
      switch one {
      case .playlist(let id):
        let entries = try await library.tracksToQueue(ListQuery(.playlist(id)))
        files.formUnion(entries.map(\.track))
        found.append(entries)
      case .stream(let track): found.append([QueuedTrack(track)])
      case .path(let path):
        found.append(QueuedTracks(try await library.trackIDs(below: [path])))
      }
    }
    found.removeAll { tracks in
      tracks.count == 1 && tracks[0].entry == nil && files.contains(tracks[0].track)
    }
    return QueuedTracks(found.flatMap(\.self))
  }
}

/// The tracks that were found first, by one of several searches.
private final class FoundFirst: Sendable {
  private let found = Mutex<QueuedTracks>([])

  var tracks: QueuedTracks { found.withLock { $0 } }

  /// - Returns: Whether these are the first ones.
  func take(_ tracks: QueuedTracks) -> Bool {
    found.withLock { found in
      guard found.isEmpty, !tracks.isEmpty else { return false }
      found = tracks
      return true
    }
  }
}

extension SourceUse {
  fileprivate func found(_ tracks: QueuedTracks, serial: Int) -> Event {
    switch self {
    case .play: .search(.foundToPlay(tracks, start: 0, serial: serial))
    case .queue(let next): .search(.foundToQueue(tracks, next: next, serial: serial))
    }
  }
}
