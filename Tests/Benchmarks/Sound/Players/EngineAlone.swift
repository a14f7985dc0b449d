import BenchHarness
import Glibc

/// Our engine without any interface, in a process of its own.
final class EngineAlone: Contestant {
  private let process: Spawned
  private let socket: LineSocket
  var pid: pid_t { process.pid }

  init(_ workplace: Workplace) throws {
    let (questions, answers) = (try PipePair(), try PipePair())
    process = try Spawned(
      Spawned.own, ["engine"], environment: workplace.environment,
      input: .descriptor(questions.reading), output: .descriptor(answers.writing),
      isOwnSession: !workplace.isSessionShared)
    close(questions.reading)
    close(answers.writing)
    socket = LineSocket(reading: answers.reading, writing: questions.writing)
    guard try socket.line() == "ready" else { throw BenchFault.refused("the engine is not ready") }
  }

  private func command(_ text: String) throws -> Moment {
    let now = Moment.now
    try socket.send(text)
    return now
  }

  func play(_ files: [String]) throws -> Moment {
    for file in files.dropFirst() { try socket.send("queue \(file)") }
    return try command("play \(files[0])")
  }

  func pause() throws -> Moment { try command("pause") }
  func resume() throws -> Moment { try command("resume") }
  func seek(to second: Int) throws -> Moment { try command("seek \(second)") }
  func stop() throws -> Moment { try command("stop") }

  func position() throws -> (at: Moment, seconds: Double)? {
    try socket.send("position")
    let words = try socket.line().split(separator: " ")
    guard words.count == 2, let at = UInt64(words[0]), let index = Double(words[1]) else {
      return nil
    }
    return (Moment(nanoseconds: at), index / 1e6)
  }

  func end() { process.end() }
}
