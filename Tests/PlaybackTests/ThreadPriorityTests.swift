import Foundation
import Glibc
import Music
import Synchronization
import Testing
import Threads

@testable import Playback

/// The scheduling of a thread of this process, from /proc.
private struct ThreadState: Equatable {
  var name: String
  var niceness: Int
  var rank: Int
  /// 0 ordinary, 2 round robin; proc(5) has the others.
  var policy: Int

  init?(_ thread: String) {
    // The thread may have ended meanwhile.
    guard let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8),
      let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")")
    else { return nil }
    name = String(text[text.index(after: start)..<end])
    // The field after the name is the third.
    let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
    guard fields.count > 38 else { return nil }
    (niceness, rank, policy) = (fields[16], fields[37], fields[38])
  }

  static var all: [ThreadState] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        .compactMap(ThreadState.init)
    }
  }

  func isGranted(_ priority: ThreadPriority) -> Bool {
    switch priority {
    case .realTime(let rank): policy == Int(SCHED_RR) && self.rank == rank
    case .nice(let niceness): policy == 0 && self.niceness == niceness
    case .ordinary: policy == 0 && niceness >= 0
    }
  }
}

@Suite("The priority of threads", .serialized)
struct ThreadPriorityTests {
  private func isAllowed(_ program: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test("the best that this user may have is granted")
  func granted() async throws {
    let granted = await ThreadPriority.granted()
    if try isAllowed("/usr/bin/chrt", ["-r", "5", "true"]) {
      #expect(granted == .realTime(5))
    } else if try isAllowed("/usr/bin/nice", ["-n", "-11", "true"]) {
      #expect(granted == .nice(-11))
    }
  }

  @Test("what a thread with priority starts has none")
  func inherited() async throws {
    let child = await withCheckedContinuation { continuation in
      OwnThread.start(named: "parent") {
        ThreadPriority.raise()
        OwnThread.start(named: "child") { continuation.resume(returning: ThreadPriority.current) }
      }
    }
    #expect(child == .ordinary)
  }

  @Test("the thread that plays has what it says it was granted, the one that decodes nothing")
  func playing() async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    try await scene.playing()
    let granted = try #require(scene.output.tally.priority.withLock { $0 })
    let threads = try ThreadState.all
    #expect(threads.contains { $0.name == "pa-audio" && $0.isGranted(granted) })
    #expect(threads.filter { $0.name == "decode" }.allSatisfy { $0.isGranted(.ordinary) })
    #expect(threads.contains { $0.name == "decode" })
    await scene.player.shutDown()
  }
}
