import Foundation
import Music
import Sync
import Synchronization

/// A device in memory, as the server's side of a connection has one.
final class MemoryPeer: Peer {
  struct State: Sendable {
    var files: [FilePath: [UInt8]] = [:]
    var contents = DeviceContents()
    var plays: [DevicePlay] = []
    var calls: [String] = []
    var failure: PeerError?
    /// Calls do not return until they are cancelled.
    var hangs = false
  }

  private let state: Mutex<State>

  init(_ state: State = State()) { self.state = Mutex(state) }

  func with<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    state.withLock { body(&$0) }
  }

  private func note(_ call: String) async throws(PeerError) {
    let (failure, hangs) = with {
      $0.calls.append(call)
      return ($0.failure, $0.hangs)
    }
    if let failure { throw failure }
    guard hangs else { return }
    // Ends with the task.
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(100)) }
    throw .cancelled
  }

  private func file(_ path: FilePath) -> DeviceFile {
    DeviceFile(path: path, size: Int64(with { $0.files[path]?.count ?? 0 }), modified: 1)
  }

  func open() async throws(PeerError) { try await note("open") }

  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    try await note("snapshot")
    var snapshot = DeviceSnapshot()
    snapshot.contents = with { $0.contents }
    snapshot.plays = with { $0.plays }
    snapshot.files = with { $0.files.keys.sorted() }.map(file)
    snapshot.free = 1_000
    snapshot.capacity = 2_000
    snapshot.abilities.letterCase = .ascii
    progress(snapshot.files.count)
    return snapshot
  }

  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try await note("facts \(files.count)")
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, DeviceFileFacts(audioHash: $0.size)) })
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    try await note("send \(transfer.target.text)")
    guard let data = FileManager.default.contents(atPath: transfer.source.text) else {
      throw .source(transfer.source, code: ENOENT)
    }
    guard with({ $0.files[transfer.target] == nil }) else { throw .exists(transfer.target) }
    with { $0.files[transfer.target] = Array(data) }
    return file(transfer.target)
  }

  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    try await note("fetch \(file.path.text)")
    guard let bytes = with({ $0.files[file.path] }) else { throw .changed(file.path) }
    _ = FileManager.default.createFile(atPath: target.text, contents: Data(bytes))
  }

  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try await note("move \(file.path.text) \(target.text)")
    with { $0.files[target] = $0.files.removeValue(forKey: file.path) }
    return self.file(target)
  }

  func remove(_ file: DeviceFile) async throws(PeerError) {
    try await note("remove \(file.path.text)")
    with { _ = $0.files.removeValue(forKey: file.path) }
  }

  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    try await note("flush")
    return []
  }

  func commit(_ commit: DeviceCommit) async throws(PeerError) {
    try await note("commit \(commit.tracks.count)")
    with {
      $0.contents.tracks = commit.tracks
      $0.contents.playlists = commit.playlists
      $0.contents.syncID = commit.syncID
    }
  }

  func close() async { with { $0.calls.append("close") } }
}
