import Glibc
import Music
import Sync

extension FolderSession {
  /// Bytes of a log that one sync reads; the rest waits for the next.
  private static let maximumLog = 32 << 20
  private static let maximumRotated = 999

  private static let scrobblerLogs = [".scrobbler.log", ".scrobbler-timeless.log"]
  private static let playbackLog = ".rockbox/playback.log"

  /// Reads what the logs of Rockbox have since the last sync.
  func readLogs(
    _ contents: DeviceContents, _ cancellation: PeerCancellation
  ) throws(PeerError) -> (plays: [DevicePlay], state: DeviceLogState) {
    var reading = LogReading(setup.logs)
    for number in 1...FolderSession.maximumRotated {
      try cancellation.check()
      let name = ".rockbox/playback_\(number.zeroPadded(to: 4)).log"
      guard try read(name, .playback, into: &reading) else { break }
    }
    _ = try read(FolderSession.playbackLog, .playback, into: &reading)
    for name in FolderSession.scrobblerLogs { _ = try read(name, .scrobbler, into: &reading) }
    let tracks = contents.tracks
    // Most syncs find no new plays, and need no index.
    lazy var rows = Dictionary(zip(tracks.lazy.map(\.path), tracks.indices)) { first, _ in first }
    let plays = reading.finish(zone: setup.zone, now: setup.now()) { path in
      rows[path].map { (tracks[$0].artist, tracks[$0].title) }
    }
    return (plays, reading.state)
  }

  /// False where there is no such log.
  private func read(
    _ name: String, _ format: LogFormat, into reading: inout LogReading
  ) throws(PeerError) -> Bool {
    do throws(SystemFault) {
      let file = try root.open(FilePath(name), O_RDONLY | O_NONBLOCK)
      defer { FileClosing.close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
      let offset = reading.offset(in: name, size: Int64(status.st_size)) { end in
        FolderSession.line(endingAt: end, file)
      }
      let header = try FileBytes.read(file, at: 0, count: 512)
      let bytes = try FileBytes.read(file, from: offset, atMost: FolderSession.maximumLog)
      reading.add(bytes, from: offset, of: name, format, header: header)
      return true
    } catch {
      let fault = self.reading(FilePath(name), error.code)
      if fault == .gone { throw fault }
      // A log that cannot be read holds up no sync.
      return false
    }
  }

  /// The whole line that ends at an offset; nil where none does.
  private static func line(endingAt end: Int64, _ file: Int32) -> [UInt8]? {
    let length = min(end, Int64(LogFormat.maximumLine) * 4)
    guard
      let bytes = try? FileBytes.read(file, at: end - length, count: Int(length)),
      bytes.last == 0x0A
    else { return nil }
    let line = bytes.dropLast()
    return Array(line[(line.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...])
  }
}
