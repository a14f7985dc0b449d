import BenchHarness
import Music
import MusicCorpus

/// A program that is run once for each track.
protocol ProgramPeer {
  /// Name in the table and for `--player`.
  var name: String { get }
  /// How to install it; nil if installed.
  var missing: String? { get }
  func detect(_ track: DecodedTrack) throws -> Detection
}

/// Programs, run one after another on each track, which is decoded once for all of them.
struct ProgramPeers: Detector {
  static func all() -> [any ProgramPeer] { [Aubio(), BPMTools(), SoundTouch(), KeyFinder()] }

  let programs: [any ProgramPeer]

  func answers(of paths: [String]) throws -> [Answers] {
    var answers = programs.map { Answers(name: $0.name) }
    for (count, path) in paths.enumerated() {
      let decoded = try DecodedTrack(path)
      for (index, program) in programs.enumerated() {
        answers[index].detections[path.fileName] = try program.detect(decoded)
      }
      if count % 30 == 29 { Progress.show("programs: \(count + 1) of \(paths.count)") }
    }
    return answers
  }
}

/// aubio 0.4: `aubio tempo` prints the tempo, `aubiotrack`, which is all C, the beats. The time of
/// the latter counts, with its reading of the WAV file.
struct Aubio: ProgramPeer {
  let name = "aubio"

  var missing: String? {
    Spawned.isInstalled("aubiotrack") && Spawned.isInstalled("aubio")
      ? nil : "apt-get install aubio-tools python3-aubio"
  }

  func detect(_ track: DecodedTrack) throws -> Detection {
    var detection = Detection()
    let tempo = try MeasuredRun("aubio", ["tempo", "-i", track.wave])
    detection.bpm = tempo.text.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) }
    let beats = try MeasuredRun("aubiotrack", ["-i", track.wave])
    detection.beats = beats.text.split(whereSeparator: \.isNewline).compactMap { Double($0) }
    detection.tempoSeconds = beats.seconds
    return detection
  }
}

/// bpm-tools' `bpm`, with its default range of 84 to 146.
struct BPMTools: ProgramPeer {
  let name = "bpm-tools"

  var missing: String? { Spawned.isInstalled("bpm") ? nil : "apt-get install bpm-tools" }

  func detect(_ track: DecodedTrack) throws -> Detection {
    let run = try MeasuredRun("bpm", [], input: .file(track.mono))
    var detection = Detection()
    detection.bpm = run.text.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) }
    detection.tempoSeconds = run.seconds
    return detection
  }
}

/// SoundTouch's `soundstretch -bpm`.
struct SoundTouch: ProgramPeer {
  let name = "soundtouch"

  var missing: String? {
    Spawned.isInstalled("soundstretch") ? nil : "apt-get install soundstretch"
  }

  func detect(_ track: DecodedTrack) throws -> Detection {
    let run = try MeasuredRun("soundstretch", [track.wave, "-bpm"])
    var detection = Detection()
    detection.bpm = run.text.firstMatch(of: /Detected BPM rate ([0-9.]+)/)
      .flatMap { Double($0.output.1) }
    detection.tempoSeconds = run.seconds
    return detection
  }
}

/// libKeyFinder's program, which decodes by itself.
struct KeyFinder: ProgramPeer {
  let name = "keyfinder"

  var missing: String? {
    Spawned.isInstalled("keyfinder-cli")
      ? nil : "build keyfinder-cli from github.com/evanpurkhiser/keyfinder-cli"
  }

  func detect(_ track: DecodedTrack) throws -> Detection {
    let run = try MeasuredRun("keyfinder-cli", [track.wave])
    var detection = Detection()
    detection.key = MusicalKey(run.text)
    detection.keySeconds = run.seconds
    return detection
  }
}
