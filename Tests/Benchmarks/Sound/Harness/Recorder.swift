import BenchHarness
import Foundation
import Glibc

/// Records the sink in a separate process, which keeps up whatever this one does.
final class Recorder {
  private let file: String
  private let rate: Int
  private let process: Spawned
  private let answers: LineSocket

  /// - Parameter settling: seconds to record before anything is played, so that the clock is known.
  convenience init(_ workplace: Workplace, rate: Int, settling: Double = 0.6) throws {
    try self.init(workplace, rate: rate)
    letPass(settling)
  }

  /// Starts a recording as soon as there is a server.
  init(_ workplace: Workplace, rate: Int) throws {
    self.rate = rate
    file = workplace.path("recording-\(UUID().uuidString.prefix(8))")
    let pipe = try PipePair()
    process = try Spawned(
      Spawned.own, ["record", file, "\(rate)"], environment: workplace.environment,
      output: .descriptor(pipe.writing), errors: .file(workplace.path("recorder.log")))
    close(pipe.writing)
    answers = LineSocket(reading: pipe.reading, writing: pipe.reading)
    guard try answers.line(within: 15) == "recording" else {
      throw BenchFault.inconclusive("the recorder does not record")
    }
  }

  deinit {
    process.end(SIGKILL)
    for end in ["", ".index"] { unlink(file + end) }
  }

  /// Ends the recording; throws if any part is missing.
  func stop() throws -> Recording {
    process.end()
    let end = try answers.line()
    guard end == "holes 0 overflows 0" else {
      throw BenchFault.inconclusive("the recording has faults: \(end)")
    }
    return try Recording(file, rate: rate)
  }
}
