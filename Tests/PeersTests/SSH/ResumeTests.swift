import Foundation
import Music
import Peers
import Sync
import Synchronization
import Testing

/// Transfers that are cut and go on.
@Suite("Transfers that are cut")
struct ResumeTests {
  private let size = 9_000_000

  private func part(_ connected: Connected) -> String {
    connected.folder.appending("parts/p-1.part").text
  }

  private func bytes(of path: String) -> Int {
    (FileManager.default.contents(atPath: path) ?? Data()).count
  }

  /// Cancels a transfer after a megabyte.
  private func cancelled(_ connected: Connected, _ source: FilePath) async -> PeerError? {
    let started = Mutex(false)
    let task = Task {
      await callFault {
        _ = try await connected.client.send(connected.transfer(source, size, to: "x")) { bytes in
          if bytes > 1 << 20 { started.withLock { $0 = true } }
        }
      }
    }
    while !started.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    return await task.value
  }

  @Test("a cancelled transfer leaves a part, and the next one goes on behind it")
  func resumed() async throws {
    let connected = try Connected()
    try await connected.client.open()
    let (source, content) = try connected.file("source", size)
    guard await cancelled(connected, source) == .cancelled else { return }
    #expect(connected.peer.with { $0.files.isEmpty })
    await connected.client.close()
    _ = await connected.server.value
    let kept = bytes(of: part(connected))
    #expect(kept > 1 << 20)

    let next = try Connected(connected.peer, folder: connected.folder)
    try await next.client.open()
    let first = Mutex<Int64?>(nil)
    _ = try await next.client.send(next.transfer(source, size, to: "x")) { bytes in
      first.withLock { $0 = $0 ?? bytes }
    }
    // The first report counts what was there already.
    #expect((first.withLock { $0 } ?? 0) >= Int64(kept) - 4 << 20)
    #expect(connected.peer.with { $0.files[FilePath("x")] } == content)
    #expect(bytes(of: part(connected)) == 0)
    await next.client.close()
  }

  @Test(
    "a part of other content, or one that is too long, is written anew", arguments: [10, 9_999_999])
  func otherPart(count: Int) async throws {
    let connected = try Connected()
    let (source, content) = try connected.file("source", size)
    let parts = connected.folder.appending("parts").text
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
    try Data(count: count).write(to: URL(fileURLWithPath: part(connected)))
    try await connected.client.open()
    _ = try await connected.client.send(connected.transfer(source, size, to: "x")) { _ in }
    #expect(connected.peer.with { $0.files[FilePath("x")] } == content)
    await connected.client.close()
  }

  @Test("a call of the other side that hangs is cancelled there, and the connection goes on")
  func hanging() async throws {
    let connected = try Connected()
    try await connected.client.open()
    connected.peer.with { $0.hangs = true }
    let task = Task { await callFault { try await connected.client.flush() } }
    while !connected.peer.with({ $0.calls.contains("flush") }) {
      try? await Task.sleep(for: .milliseconds(1))
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    connected.peer.with { $0.hangs = false }
    try await connected.client.flush()
    await connected.client.close()
  }

  @Test("a task that was cancelled before its call ends it, and the connection goes on")
  func cancelledBefore() async throws {
    let connected = try Connected()
    try await connected.client.open()
    connected.peer.with { $0.hangs = true }
    let task = Task {
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
      return await callFault { try await connected.client.flush() }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    connected.peer.with { $0.hangs = false }
    try await connected.client.flush()
    await connected.client.close()
    #expect(await connected.server.value == .closed)
  }

  @Test("a part that is a link is not written through")
  func link() async throws {
    let connected = try Connected()
    let (source, _) = try connected.file("source", 10)
    let (victim, content) = try connected.file("victim", 20)
    let parts = connected.folder.appending("parts").text
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: part(connected), withDestinationPath: victim.text)
    try await connected.client.open()
    let error = await callFault {
      _ = try await connected.client.send(connected.transfer(source, 10, to: "x")) { _ in }
    }
    guard case .unwritable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(FileManager.default.contents(atPath: victim.text) == Data(content))
    await connected.client.close()
  }
}
