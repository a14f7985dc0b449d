import Interface
import Library
import Log
import Media
import Music
import Threads

/// Adds files to the library.
extension EffectRunner {
  func scan(_ folders: [FilePath]?, for asker: Asker = Asker()) {
    let (library, mailbox, places, books) = (library, mailbox, directories, books)
    scanLine.add {
      await EffectRunner.post(to: mailbox, for: asker) {
        let roots = folders?.map { places.absolute($0) }
        if let missing = roots?.first(where: { !places.exists($0) }) {
          mailbox.post(.library(.scanEnded(nil)))
          return .refused(.library(.scan(folders)), "There is no folder \(missing.text)")
        }
        return try await EffectRunner.announcing(to: mailbox) {
          mailbox.log.log.begins(roots)
          let progress = try await library.scan(roots) {
            // Its end is an event of its own, whose frame would wait for that of this one.
            if !$0.isFinished { mailbox.post(.library(.scanProgressed($0))) }
          }
          // Files of formats that only FFmpeg reads fail one by one without it.
          if progress.failed > 0 { try FFmpegLibraries.load() }
          await EffectRunner.tellFailed(progress, of: library, below: roots, to: mailbox.log.log)
          books.scanned()
          return progress
        }
      }
    }
  }

  /// Empties the library behind a backup, after all pending edits, and scans its folders.
  func reset(for asker: Asker) {
    afterEdits(refusing: .library(.reset), for: asker) { [mailbox, self] library in
      mailbox.log.log.backedUp(try await library.backUp().path)
      try await library.reset()
      mailbox.log.log.info(.library, "emptied")
      self.scan(nil)
      return nil
    }
  }

  /// Writes the files of a scan that failed, each with its reason.
  static func tellFailed(
    _ progress: ScanProgress, of library: Library, below roots: [FilePath]?, to log: Log
  ) async {
    log.failed(progress.refused)
    guard progress.failed > 0 else { return }
    // The scan itself went well: what cannot be listed is told by the next one.
    let files = try? await library.unreadableFiles(below: roots ?? [], atMost: Log.maximumFailed)
    log.failed(files ?? [])
  }

  /// Counts on a thread of its own, which ends when all folders are counted.
  func countMusic(_ folders: [FilePath]) {
    let mailbox = mailbox
    OwnThread.start(named: "count music") {
      for folder in folders {
        mailbox.post(.library(.musicCounted(folder, MusicCounting.count(folder))))
      }
    }
  }

  /// Reports the start of a scan, and its end however it ends.
  static func announcing(
    to mailbox: Mailbox, _ scan: @Sendable () async throws -> ScanProgress
  ) async throws -> Event {
    mailbox.post(.library(.scanProgressed(ScanProgress())))
    do {
      return .library(.scanEnded(try await scan()))
    } catch {
      mailbox.post(.library(.scanEnded(nil)))
      throw error
    }
  }

  /// Adds the path arguments, and plays them as soon as any is known.
  /// Plays and adds named files, folders and streams.
  var opening: PathOpening {
    PathOpening(
      library: library, mailbox: mailbox, directories: directories, newStreams: newStreams,
      passwords: passwords)
  }

  func addAndPlay(_ sources: [MediaSource]) {
    let opening = opening
    scanLine.add { await opening.addAndPlay(sources) }
  }

  func open(_ path: FilePath, _ serial: Int) {
    let opening = opening
    scanLine.add { await opening.play(path, serial) }
  }

  func writeDemo(_ folder: FilePath, for asker: Asker) {
    let (mailbox, places) = (mailbox, directories)
    let folder = places.absolute(folder)
    scanLine.add {
      await EffectRunner.post(to: mailbox, for: asker) {
        try FFmpegLibraries.load()
        try await DemoWriting.write(into: folder) {
          mailbox.post(.library(.demoProgressed($0, of: $1)))
        }
        return .library(.demoWritten(folder))
      }
    }
  }
}
