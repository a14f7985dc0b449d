// Downloads of tracks, two at once, in order. The queue itself is not stored: the caller keeps the
// tracks of `waiting`, and adds them again at the next start, which resumes them.
package import HTTP
package import Media
package import Music

/// A track to be downloaded.
package struct TrackDownload: Equatable, Sendable {
  package var address: ServerTrackAddress
  /// Bytes as the server listed them; 0 for unknown.
  package var size: Int64

  package init(_ address: ServerTrackAddress, size: Int64 = 0) {
    self.address = address
    self.size = size
  }
}

/// The state of a download, on change and some ten times a second.
package enum DownloadReport: Equatable, Sendable {
  case began(ServerTrackAddress)
  case moved(ServerTrackAddress, HTTPProgress)
  case finished(ServerTrackAddress, FilePath, size: Int64)
  case cancelled(ServerTrackAddress)
  case failed(ServerTrackAddress, DownloadFault)
}

/// The reason why a track was not downloaded.
package enum DownloadFault: Error, Equatable, Sendable {
  case server(RemoteFault)
  /// The folder cannot be written; an errno.
  case disk(code: Int32)
  /// Another length than the server listed.
  case length(expected: Int64, got: Int64)
}

/// Downloads tracks into the library's folder of downloads.
package actor DownloadQueue {
  let folder: DownloadFolder
  let requesting: RemoteRequesting
  let report: @Sendable (DownloadReport) -> Void
  /// Before the second attempt; it doubles with each that brings nothing.
  let pause: Duration
  private var order = DownloadOrder()
  private var running: [TrackDownload] = []
  private var tasks: [ServerTrackAddress: Task<Void, Never>] = [:]
  /// Of `running`, cancelled ones: what is added anew waits until they have let go of their files.
  private var ending: Set<ServerTrackAddress> = []
  private var isPaused = false
  private var atOnce = 2

  /// - Parameters:
  ///   - requesting: makes the request for the file as it is.
  ///   - report: called from any thread; must return at once.
  package init(
    folder: DownloadFolder, requesting: @escaping RemoteRequesting,
    pause: Duration = .milliseconds(500), report: @escaping @Sendable (DownloadReport) -> Void
  ) {
    self.folder = folder
    self.requesting = requesting
    self.pause = pause
    self.report = report
  }

  /// The tracks that are not downloaded yet, in order; what the caller stores.
  package var waiting: [TrackDownload] {
    running.filter { !ending.contains($0.address) } + order.downloads
  }

  /// Adds tracks at the end, each once; those that are there are reported as finished.
  package func add(_ downloads: [TrackDownload]) {
    for download in downloads {
      let address = download.address
      let isEnding = ending.contains(address)
      guard !order.contains(address), isEnding || tasks[address] == nil else { continue }
      if !isEnding, folder.has(address, size: download.size),
        let size = folder.size(address)
      {
        report(.finished(address, folder.file(address), size: size))
      } else {
        order.append(download)
      }
    }
    fill()
  }

  /// - Parameter count: downloads that go on at the same time.
  package func setAtOnce(_ count: Int) {
    atOnce = max(1, min(count, 8))
    fill()
  }

  /// Ends a download; its part is removed.
  package func cancel(_ address: ServerTrackAddress) {
    order.remove(address)
    end(address)
    fill()
  }

  /// Ends all downloads, or those of one server, before another one begins; their parts are removed.
  ///
  /// - Parameter server: a UUID, as `ServerTrackAddress` has it; nil for all.
  package func cancelAll(of server: String? = nil) {
    func isMeant(_ address: ServerTrackAddress) -> Bool {
      server.map { $0 == address.server } ?? true
    }
    let waiting = order.remove(where: isMeant)
    let begun = running.map(\.address).filter { isMeant($0) && !ending.contains($0) }
    // What was cancelled and added again is both.
    let both = Set(begun)
    for address in begun + waiting.filter({ !both.contains($0) }) { end(address) }
    fill()
  }

  private func end(_ address: ServerTrackAddress) {
    if let task = tasks[address] {
      ending.insert(address)
      task.cancel()
    } else {
      folder.remove(address)
    }
    report(.cancelled(address))
  }

  /// Ends all downloads where they are; their parts stay for the next start.
  package func suspend() {
    isPaused = true
    for task in tasks.values { task.cancel() }
  }

  private func fill() {
    while !isPaused, running.count < atOnce, let download = order.removeFirst(except: ending) {
      report(.began(download.address))
      running.append(download)
      tasks[download.address] = Task { await self.run(download) }
    }
  }

  private func run(_ download: TrackDownload) async {
    let result = await fetch(download)
    let address = download.address
    running.removeAll { $0.address == address }
    tasks[address] = nil
    if ending.remove(address) != nil {
      folder.remove(address)
    } else if !isPaused || result.isSuccess {
      switch result {
      case .success(let size): report(.finished(address, folder.file(address), size: size))
      case .failure(let fault): report(.failed(address, fault))
      }
    }
    fill()
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    switch self {
    case .success: true
    case .failure: false
    }
  }
}
