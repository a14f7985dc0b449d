import Control
import Foundation
import Glibc
import Music
import Testing

/// A player that a signal has stopped.
@Suite("A stopped player", .serialized)
struct StoppedPlayerTests {
  /// A process of its own that listens at a socket and never answers.
  private final class Silent {
    let process = Process()
    var id: Int32 { process.processIdentifier }

    init(_ socket: ControlSocket, backlog: Int) throws {
      try socket.makeFolder()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c",
        """
        import os, socket, sys, time
        path, lock, backlog = sys.argv[1:]
        open(lock, "w").write(f"{os.getpid()}\\n")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(int(backlog))
        print("listens", flush=True)
        time.sleep(600)
        """,
        socket.path.text, socket.lockFile.text, "\(backlog)",
      ]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      _ = output.fileHandleForReading.availableData
    }

    func stop() { kill(id, SIGSTOP) }

    deinit {
      kill(id, SIGKILL)
      process.waitUntilExit()
    }
  }

  @Test("a request says which process is stopped, and how it goes on")
  func request() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    let player = try Silent(socket, backlog: 8)
    player.stop()
    let client = try ControlClient(socket)
    let stopped = ControlError.stopped(process: player.id)
    #expect(throws: stopped) { try client.request([("do", .text("pause"))]) }
    #expect(stopped.message.contains("is stopped; it goes on with: kill -CONT \(player.id)"))
    // The answers that lines are passed on for do not come either.
    let input = Pipe()
    input.fileHandleForWriting.write(Data("{\"do\":\"pause\"}\n".utf8))
    #expect(throws: stopped) {
      _ = try client.relay(from: input.fileHandleForReading.fileDescriptor) { _ in }
    }
  }

  @Test("so does a connection that is not let in, of so many that wait")
  func connection() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    let player = try Silent(socket, backlog: 0)
    player.stop()
    var clients: [ControlClient] = []
    var fault: ControlError?
    while fault == nil, clients.count < 8 {
      do { clients.append(try ControlClient(socket)) } catch { fault = error }
    }
    #expect(fault == .stopped(process: player.id))
  }

  @Test("one that only takes its time is waited for")
  func busy() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    let player = try Silent(socket, backlog: 8)
    let client = try ControlClient(socket)
    #expect(throws: ControlError.noAnswer) { try client.request([("do", .text("pause"))]) }
    withExtendedLifetime(player) {}
  }
}
