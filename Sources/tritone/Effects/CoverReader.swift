import Interface
import Library
import Media
import Music
import Synchronization
import Threads

/// Reads and decodes covers, the newest request first, on a thread of its own.
final class CoverReader: Sendable {
  private struct Request {
    let path: FilePath
    let report: @Sendable (Picture?) -> Void
  }

  private struct State {
    var requests: [Request] = []
    /// Whether a thread reads, or none may yet.
    var isRunning = true
  }

  private let state = Mutex(State())
  /// More than a held key can leave behind; the newest come first, and the oldest are dropped.
  private static let maximumRequests = 64
  /// Sound and the interface come first.
  private static let niceness: Int32 = 10

  /// Starts reading, now that FFmpeg is loaded: at the start the first rows come first.
  func begin() { start() }

  private func start() {
    OwnThread.start(named: "covers") {
      ThreadPriority.lower(to: CoverReader.niceness)
      self.run()
    }
  }

  /// Reports the cover of a file, or nil without one, from another thread.
  func read(_ path: FilePath, report: @escaping @Sendable (Picture?) -> Void) {
    let isFirst = state.withLock { state in
      state.requests.append(Request(path: path, report: report))
      if state.requests.count > CoverReader.maximumRequests { state.requests.removeFirst() }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { start() }
  }

  private func run() {
    while let request = next() { request.report(CoverReader.picture(of: request.path)) }
  }

  private func next() -> Request? {
    state.withLock { state in
      guard state.requests.isEmpty else { return state.requests.removeLast() }
      state.isRunning = false
      return nil
    }
  }

  /// The picture of a file's tags, else that of its folder. Whatever cannot be read is no cover.
  static func picture(of path: FilePath) -> Picture? {
    if let bytes = try? EmbeddedCover.read(path), let picture = decoded(bytes) { return picture }
    guard let folder = path.parent else { return nil }
    for cover in FolderCover.find(in: folder) {
      if let bytes = try? FolderCover.read(cover), let picture = decoded(bytes) { return picture }
    }
    return nil
  }

  private static func decoded(_ bytes: [UInt8]) -> Picture? {
    try? PictureDecoder.decode(bytes, width: Covers.side, height: Covers.side)
  }
}

extension EffectRunner {
  func loadLyrics(of id: TrackID) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      guard case .file(let path)? = try? await library.tracks([id]).first?.source else {
        return mailbox.post(.track(.lyricsLoaded(id, nil)))
      }
      OwnThread.start(named: "lyrics") {
        mailbox.post(.track(.lyricsLoaded(id, TrackLyrics.find(for: path))))
      }
    }
  }

  func loadCover(of id: TrackID) {
    let (library, mailbox, covers) = (library, mailbox, covers)
    Task.detached {
      guard case .file(let path)? = try? await library.tracks([id]).first?.source else {
        return mailbox.post(.track(.coverLoaded(id, nil)))
      }
      covers.read(path) { mailbox.post(.track(.coverLoaded(id, $0))) }
    }
  }
}
