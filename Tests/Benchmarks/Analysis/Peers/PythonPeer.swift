import BenchHarness
import Foundation
import Music
import MusicCorpus

/// Python libraries: one process for all tracks, which counts the processor time of each method
/// without that of decoding.
struct PythonPeer: Detector {
  let name: String
  let python: String
  let module: String
  let script: String

  static func all(_ python: String) -> [PythonPeer] {
    [
      PythonPeer(
        name: "essentia", python: python, module: "essentia.standard", script: essentiaScript),
      PythonPeer(name: "librosa", python: python, module: "librosa", script: librosaScript),
    ]
  }

  var missing: String? {
    let there = try? MeasuredRun(python, ["-c", "import \(module); print('there')"])
    // Absence is the meaning: without Python there is no module either.
    return there?.text.contains("there") == true
      ? nil : "\(python) -m pip install \(name), or name another one with --python"
  }

  /// A method's detection for a file, as a line of JSON.
  private struct Line: Decodable {
    var method: String
    var file: String
    var bpm: Double?
    var beats: [Double]?
    var key: String?
    var seconds: Double
  }

  func answers(of paths: [String]) throws -> [Answers] {
    let place = "\(NSTemporaryDirectory())/analysis-bench-\(UUID().uuidString)"
    let (program, output) = (place + ".py", place + ".jsonl")
    defer { for path in [program, output] { unlink(path) } }
    try Data((Self.preamble + script).utf8).write(to: URL(fileURLWithPath: program))
    Progress.show("\(name): \(paths.count) tracks")
    var environment = ProcessInfo.processInfo.environment
    for pool in ["OMP", "NUMBA", "OPENBLAS"] { environment["\(pool)_NUM_THREADS"] = "1" }
    try Spawned.run(
      python, [program, output] + paths, environment: environment,
      within: 60 + 20 * Double(paths.count))

    var found: [String: [String: Detection]] = [:]
    let lines = try Data(contentsOf: URL(fileURLWithPath: output)).split(separator: 10)
    for line in try lines.map({ try JSONDecoder().decode(Line.self, from: $0) }) {
      var detection = Detection()
      (detection.bpm, detection.beats) = (line.bpm, line.beats)
      detection.key = line.key.flatMap { MusicalKey($0) }
      if line.key == nil {
        detection.tempoSeconds = line.seconds
      } else {
        detection.keySeconds = line.seconds
      }
      found[line.method, default: [:]][line.file.fileName] = detection
    }
    return found.sorted { $0.key < $1.key }.map { Answers(name: $0.key, detections: $0.value) }
  }
}
