// Renders one track after another on one thread, with a temporary folder for each.
internal import BenchHarness
internal import Foundation

struct TrackRenderer {
  let settings: RenderingSettings
  let fonts: SoundFonts
  let folder: String

  /// Seconds that either program may take for one track; they need two or three.
  private static let limit = 180.0

  /// Renders one track into the folder and returns its truth.
  func render(_ number: Int) throws -> CorpusTrack {
    let workplace = "\(NSTemporaryDirectory())/corpus-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: workplace, withIntermediateDirectories: true)
    // Absence is the meaning: a folder that stays behind is no reason to fail.
    defer { try? FileManager.default.removeItem(atPath: workplace) }

    let composer = Composer(seed: settings.seed, number: number, seconds: settings.seconds)
    let master = try renderMaster(composer, number: number, in: workplace)
    let variant = composer.plan.variant
    let name =
      String(format: "%03d", number) + "_\(composer.plan.genre.name)_\(variant.rawValue)."
      + (variant.isLossy ? "mp3" : "flac")
    try renderVariant(variant, master, number: number, into: "\(folder)/\(name)")
    try BeatFile.write(composer, number: number, to: folder)
    var track = CorpusTrack(
      composer, file: name, master: master, seed: settings.seed,
      font: font(of: composer))
    if settings.measuresLoudness {
      let loudness = try measuredLoudness(of: "\(folder)/\(name)")
      (track.loudness, track.truePeak) = (loudness.integrated, loudness.peak)
    }
    return track
  }

  /// A track before its variant's processing, in seconds.
  struct Master {
    var path: String
    var duration: Double
    var edges: SilenceEdges
  }

  private func font(of composer: Composer) -> String {
    composer.plan.usesSecondSoundFont ? fonts.second : fonts.first
  }

  /// Renders the track at 44.1 kHz in 16 bits of two channels, without a header.
  private func renderMaster(_ composer: Composer, number: Int, in workplace: String) throws
    -> Master
  {
    let (midi, wave, raw) = ("\(workplace)/a.mid", "\(workplace)/a.wav", "\(workplace)/a.raw")
    let plan = composer.plan
    let bytes = MIDIFile.bytes(of: composer.score, tuning: plan.tuning, ending: 0.6 + plan.tail)
    try Data(bytes).write(to: URL(fileURLWithPath: midi))
    var chance = SeededRandom("master", seed: settings.seed, number: number)
    let gain = chance.one(of: [0.45, 0.6, 0.8])
    let fades = chance.happens(0.25)
    let quick =
      settings.isQuick ? ["-R", "0", "-C", "0", "-o", "synth.dynamic-sample-loading=1"] : []
    try Spawned.run(
      "fluidsynth",
      ["-n", "-i", "-q"] + quick + [
        "-g", String(format: "%.2f", gain), "-r", "44100", "-O", "s16", "-T", "wav", "-F", wave,
        font(of: composer), midi,
      ], within: Self.limit)
    // fluidsynth continues until the last note has decayed; the silence has to be as planned.
    let end = composer.score.end + 0.5 + plan.tail
    var filters = [String(format: "atrim=0:%.4f", end), "asetpts=N/SR/TB"]
    if fades {
      filters.append(String(format: "afade=t=out:st=%.3f:d=6", max(1, end - plan.tail - 6)))
    }
    try ffmpeg(["-i", wave, "-af", filters.joined(separator: ","), "-f", "s16le", raw])
    let samples = try Data(contentsOf: URL(fileURLWithPath: raw))
    return Master(
      path: raw, duration: Double(samples.count / 4) / 44_100,
      edges: SilenceEdges(interleaved: samples, channels: 2, rate: 44_100))
  }

  private func renderVariant(
    _ variant: Variant, _ master: Master, number: Int, into path: String
  ) throws {
    let source = ["-f", "s16le", "-ar", "44100", "-ac", "2", "-i", master.path]
    let filters = variant.filters.joined(separator: ",")
    guard let amplitude = variant.noiseAmplitude else {
      let filtering = filters.isEmpty ? [] : ["-af", filters]
      try ffmpeg(source + filtering + variant.coding + [path])
      return
    }
    var chance = SeededRandom("noise", seed: settings.seed, number: number)
    let level = amplitude * chance.value(in: 0.6...1.4)
    let noise =
      "anoisesrc=color=pink:amplitude=\(String(format: "%.4f", level))"
      + ":seed=\(1000 * settings.seed + number):sample_rate=44100"
      + ":duration=\(String(format: "%.3f", master.duration))"
    let mixing =
      "[0:a]\(filters.isEmpty ? "anull" : filters)[music];"
      + "[1:a]aformat=channel_layouts=stereo[noise];"
      + "[music][noise]amix=inputs=2:duration=first:normalize=0"
    try ffmpeg(
      source + ["-f", "lavfi", "-i", noise, "-filter_complex", mixing, "-ar", "44100"]
        + variant.coding + [path])
  }

  @discardableResult
  func ffmpeg(_ arguments: [String]) throws -> String {
    try Spawned.run(
      "ffmpeg", ["-nostdin", "-y", "-v", "error", "-threads", "1"] + arguments, within: Self.limit)
  }
}
