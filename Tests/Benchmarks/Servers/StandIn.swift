import BenchHarness
import Foundation

/// The stand-in of a server as a program of its own, which ends with this object.
final class StandIn {
  private let process: Spawned
  private let input: Int32
  private let output: String
  let address: String

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchFault.command("no pipe: \(errno)") }
    input = ends[1]
    _ = fcntl(input, F_SETFD, FD_CLOEXEC)
    let file = "/tmp/tt-stand-in-\(UUID().uuidString)"
    output = file
    process = try Spawned(
      Spawned.own, ["stand-in"] + arguments, environment: ProcessInfo.processInfo.environment,
      input: .descriptor(ends[0]), output: .file(file))
    close(ends[0])
    var port: Int?
    try wait("the stand-in", within: 60) {
      // Not there before its first line.
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      port = text.hasSuffix("\n") ? Int(text.dropLast()) : nil
      return port != nil
    }
    address = "http://127.0.0.1:\(port ?? 0)"
  }

  deinit {
    close(input)
    unlink(output)
  }
}
