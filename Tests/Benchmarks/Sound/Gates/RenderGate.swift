import BenchHarness
import Glibc

/// Speed of rendering into a file, as a multiple of real time.
struct RenderGate: Gate {
  let name = "render"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(title: "FLAC into a WAV file", unit: "s/s", limit: .atLeast(300))
  ]

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.musicLong()
    let target = bench.workplace.path("rendered.wav")
    let (program, arguments) =
      switch entrant {
      case .ours: (Spawned.own, ["render", file, target])
      case .mpv:
        (
          "mpv",
          [
            "--no-config", "--no-video", "--no-terminal", "--untimed", "--ao=pcm",
            "--ao-pcm-file=" + target, file,
          ]
        )
      case .mpd, .cmus: ("", [])
      }
    guard !program.isEmpty else { return [.absent] }
    let speeds = try (0..<3).map { _ in
      unlink(target)
      let start = Moment.now
      try Spawned.run(program, arguments, environment: bench.workplace.environment)
      return Double(Corpus.longSeconds) / (Moment.now - start)
    }
    unlink(target)
    return [.values(speeds)]
  }
}
