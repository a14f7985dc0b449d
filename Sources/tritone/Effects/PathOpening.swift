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
  private func queued(_ opened: [Opened]) async throws -> [QueuedTrack] {
    var found: [[QueuedTrack]] = []
    var files: Set<TrackID> = []
    for one in opened {
      switch one {
      case .playlist(let id):
        let entries = try await library.queuedTracks(ListQuery(.playlist(id)))
        files.formUnion(entries.map(\.track))
        found.append(entries)
      case .stream(let track): found.append([QueuedTrack(track)])
      case .path(let path):
        found.append(try await library.trackIDs(below: [path]).map { QueuedTrack($0) })
      }
    }
    return found.flatMap { tracks in
      tracks.count == 1 && tracks[0].entry == nil && files.contains(tracks[0].track) ? [] : tracks
    }
  }
}
