import Foundation
import Music
import Peers
import Sync
import Testing

/// A folder device with a folder on our side.
struct TestDevice {
  static let now: Int64 = 1_790_000_000

  let here = TemporaryFolder()
  let folder: TemporaryFolder
  let root: FilePath
  let identity = DeviceIdentity(uuid: "6f0c-test", name: "Stick")

  init(at root: FilePath? = nil) async throws {
    folder = TemporaryFolder()
    self.root = root ?? folder.path
    try await FolderDevice.create(at: self.root, identity, version: "1.0")
  }

  var music: FilePath { root.at("Music") }
  var database: FilePath { root.at("Database/library.db") }

  func setup(_ change: (inout FolderPeer.Setup) -> Void = { _ in }) -> FolderPeer.Setup {
    var setup = FolderPeer.Setup(
      root: root, device: identity, folder: here.path.at("copy"), database: TestDatabase(),
      version: "1.0", now: { TestDevice.now }, facts: { DeviceFileFacts(title: $0.stem) })
    setup.zone = LocalZone { _ in 0 }
    change(&setup)
    return setup
  }

  /// A peer that is open.
  func peer(_ change: (inout FolderPeer.Setup) -> Void = { _ in }) async throws -> FolderPeer {
    let peer = FolderPeer(setup(change))
    try await peer.open()
    return peer
  }

  /// A transfer of a new file here.
  func transfer(
    _ target: String, _ bytes: [UInt8], part: String = "abcdef01-1", replaced: DeviceFile? = nil
  ) -> PeerTransfer {
    let source = here.path.at("source-\(part)")
    source.write(bytes)
    return PeerTransfer(
      source: source, size: Int64(bytes.count), target: FilePath(target), replaced: replaced,
      part: part)
  }

  /// Sends a file that is at its place afterwards.
  @discardableResult
  func send(
    _ peer: FolderPeer, _ target: String, _ bytes: [UInt8] = sound(1_000),
    part: String = "abcdef01-1", replaced: DeviceFile? = nil
  ) async throws(PeerError) -> DeviceFile {
    let file = try await peer.send(transfer(target, bytes, part: part, replaced: replaced)) { _ in }
    if let fault = try await peer.flush().first { throw fault.error }
    return file
  }

  /// Notes in the marker that renames do not replace, as over MTP.
  func makeStraight() {
    let marker = root.at("Database/sync_state.json")
    let text = (marker.string ?? "").replacing(
      "\"renamesOver\" : true", with: "\"renamesOver\" : false")
    #expect(text.contains("\"renamesOver\" : false"))
    marker.write(text)
  }
}

/// The error of a body; nil where it ends well.
func fault(_ body: () async throws(PeerError) -> Void) async -> PeerError? {
  do throws(PeerError) {
    try await body()
    return nil
  } catch { return error }
}
