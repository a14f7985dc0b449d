internal import Foundation

/// The beats of one track: `NNN.beats`, one line each of seconds and a 1 at the start of a bar.
enum BeatFile {
  private static func name(of number: Int) -> String { String(format: "%03d.beats", number) }

  /// Beat times in seconds in the file of a composition.
  static func times(_ composer: Composer) -> [Double] {
    let count = min(Int(composer.score.endBeat), composer.timeline.beats.count)
    return composer.timeline.beats.prefix(count).map { $0 / composer.plan.variant.speed }
  }

  static func write(_ composer: Composer, number: Int, to folder: String) throws {
    let lines = times(composer).enumerated().map { beat, time in
      String(format: "%.4f %d\n", time, composer.score.downbeats.contains(beat) ? 1 : 0)
    }
    let path = URL(fileURLWithPath: "\(folder)/\(name(of: number))")
    try Data(lines.joined().utf8).write(to: path)
  }

  /// - Parameter onlyFirst: Only the first beat of each bar.
  static func read(
    _ number: Int, in folder: String, onlyFirst: Bool = false
  ) throws(CorpusError) -> [Double] {
    let path = "\(folder)/\(name(of: number))"
    guard let data = FileManager.default.contents(atPath: path), data.count <= 4 << 20 else {
      throw .unreadable(path, reason: "it is not there, or too long")
    }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !onlyFirst || $0.hasSuffix(" 1") }
      .compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
  }
}
