import Foundation
import Music
import Sync

@testable import Peers

/// A server in the test's own process, which a program at the other end of ssh leads to.
final class Bridge: Sendable {
  let folder: FilePath
  let peer = MemoryPeer()
  private let listener: Int32

  /// Copies between standard streams and the socket whose path is its first argument.
  private static let program = """
    import os, select, socket, sys
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    while True:
        for f in select.select([0, s], [], [])[0]:
            data = os.read(0, 65536) if f == 0 else s.recv(65536)
            if not data:
                sys.exit(0)
            out = data
            while out:
                n = s.send(out) if f == 0 else os.write(1, out)
                out = out[n:]
    """

  init() throws {
    folder = try Connected.newFolder()
    try Self.program.write(
      toFile: folder.appending("bridge.py").text, atomically: true, encoding: .utf8)
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      for (index, byte) in folder.appending("socket").bytes.enumerated() { buffer[index] = byte }
    }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 4) == 0 else { throw PeerError.gone }
  }

  deinit {
    close(listener)
    try? FileManager.default.removeItem(atPath: folder.text)
  }

  /// The command that leads here.
  var command: String {
    "python3 \(folder.appending("bridge.py").text) \(folder.appending("socket").text)"
  }

  /// Serves the next connection.
  func serve() -> Task<SyncServer.Ending, Never> {
    let (listener, peer, folder) = (listener, peer, folder)
    return Task.detached {
      let socket = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: accept(listener, nil, nil)) }
      }
      return await Connected.serve(peer, folder, input: socket, output: socket).value
    }
  }

  /// Settings with a script in place of ssh.
  func environment(script: String) throws -> [String: String] {
    let path = folder.appending("ssh").text
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    var environment = ProcessInfo.processInfo.environment
    environment["TRITONE_SSH"] = "/bin/sh \(path)"
    return environment
  }
}
