internal import Foundation
internal import Music

/// The truth table of a corpus: `truth.csv`, one line for each file.
enum TruthFile {
  static let name = "truth.csv"
  private static let columns = [
    "file", "genre", "variant", "seed", "bpm", "drift", "meter", "grid", "swing", "key", "mode",
    "key_idx", "camelot", "key_valid", "modulates", "tuning_cents", "duration", "first_beat",
    "start_silence", "end_silence", "lufs", "truepeak", "soundfont",
  ]
  /// More than enough for any corpus.
  private static let maximumBytes = 16 << 20

  static func text(of tracks: [CorpusTrack]) -> String {
    ([columns] + tracks.map(fields)).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func fields(of track: CorpusTrack) -> [String] {
    func number(_ value: Double?, _ decimals: Int) -> String {
      value.map { String(format: "%.\(decimals)f", $0) } ?? ""
    }
    return [
      track.file, track.genre, track.variant, "\(track.seed)", number(track.bpm, 3),
      number(track.drift, 2), String(format: "%g", track.meter), track.drums,
      number(track.swing, 3), track.key.tonicName, track.key.isMajor ? "major" : "minor",
      "\(track.key.semitone)", track.key.camelot, track.hasKey ? "1" : "0", "\(track.modulation)",
      number(track.tuning, 1), number(track.duration, 3), number(track.firstBeat, 4),
      number(track.startSilence, 3), number(track.endSilence, 3), number(track.loudness, 3),
      number(track.truePeak, 3), track.soundFont,
    ]
  }

  /// Reads a table with columns in any order; fields without commas or quotes.
  static func tracks(at path: String) throws(CorpusError) -> [CorpusTrack] {
    guard let data = FileManager.default.contents(atPath: path), data.count <= maximumBytes else {
      throw .unreadable(path, reason: "it is not there, or too long")
    }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let head = lines.first else { throw .unreadable(path, reason: "it is empty") }
    let names = head.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var tracks: [CorpusTrack] = []
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(zip(names, fields)) { first, _ in first }
      guard let track = CorpusTrack(row: row) else {
        throw .unreadable(path, reason: "line \(tracks.count + 2) is incomplete")
      }
      tracks.append(track)
    }
    return tracks
  }
}

extension CorpusTrack {
  init?(row: [String: String]) {
    func number(_ name: String) -> Double? { row[name].flatMap { Double($0) } }
    guard let file = row["file"], !file.contains("/"), let bpm = number("bpm"), bpm > 0,
      let tonic = row["key_idx"].flatMap({ Int($0) }), (0..<12).contains(tonic),
      let duration = number("duration")
    else { return nil }
    self.file = file
    genre = row["genre"] ?? ""
    variant = row["variant"] ?? ""
    seed = row["seed"].flatMap { Int($0) } ?? 0
    self.bpm = bpm
    drift = number("drift") ?? 0
    meter = number("meter") ?? 4
    drums = row["grid"] ?? ""
    swing = number("swing") ?? 0.5
    key = .on(semitone: tonic, isMajor: row["mode"] == "major")
    hasKey = row["key_valid"] == "1"
    modulation = row["modulates"].flatMap { Int($0) } ?? 0
    tuning = number("tuning_cents") ?? 0
    self.duration = duration
    firstBeat = number("first_beat") ?? 0
    startSilence = number("start_silence")
    endSilence = number("end_silence")
    loudness = number("lufs")
    truePeak = number("truepeak")
    soundFont = row["soundfont"] ?? ""
  }
}
