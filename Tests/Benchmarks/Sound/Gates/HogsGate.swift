import BenchHarness
import Glibc

/// Underruns while many programs want every processor.
struct HogsGate: Gate {
  /// Whether the hogs share the player's session, so that each gets as much time as the player; the
  /// server has another session in either case.
  let isSameSession: Bool
  let needs = ["ffmpeg"]

  var name: String { isSameSession ? "hogs-same-session" : "hogs" }

  var measures: [Measure] {
    let title = "64 busy programs\(isSameSession ? ", same session" : "")"
    return [
      Measure(title: "\(title), silent", unit: "frames", limit: .atMost(0)),
      Measure(title: "\(title), lost", unit: "frames", limit: .atMost(0)),
      Measure(title: "\(title), the server late by", unit: "ms"),
    ]
  }

  private static let count = 64
  /// Seconds: a server that is later than this requests more at once than players have queued.
  private static let maximumLate = 0.1

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    // A player in a terminal has a session of its own.
    if isSameSession, entrant == .cmus { return measures.map { _ in .absent } }
    let file = try bench.corpus.codedLong()
    bench.workplace.isSessionShared = isSameSession
    defer { bench.workplace.isSessionShared = false }
    let recording = try bench.recording(entrant) { player in
      try player.play([file])
      letPass(2)
      let hogs = try Spawned(
        Spawned.own, ["hogs", "\(Self.count)"], environment: bench.workplace.environment,
        isOwnSession: !isSameSession)
      letPass(bench.isQuick ? 8 : 20)
      hogs.end()
      letPass(1)
    }
    let sound = CodedSound(recording)
    guard let first = sound.stretches.first, let last = sound.stretches.last else {
      throw BenchFault.inconclusive("nothing was heard")
    }
    guard recording.moment(of: last.end) - recording.moment(of: first.start) > 5 else {
      throw BenchFault.inconclusive("it played for too short a time")
    }
    guard recording.lateness < Self.maximumLate else {
      throw BenchFault.inconclusive(
        "the server was late by \(Int(recording.lateness * 1000)) ms; "
          + "\(sound.faults.silent) frames silent, \(sound.faults.lost) lost")
    }
    return [
      .values([Double(sound.faults.silent)]), .values([Double(sound.faults.lost)]),
      .values([recording.lateness * 1000]),
    ]
  }
}
