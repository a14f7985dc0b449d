import Foundation
import MusicCorpus

extension BenchReport {
  /// The printed tables.
  func text(isVerbose: Bool) -> String {
    var parts = ["\(tracks) tracks of \(corpus)", tempoTable, keyTable, levelsText, costText]
    if isVerbose, !misses.isEmpty {
      parts.append(misses.map { "\($0.file): \($0.what)" }.joined(separator: "\n"))
    }
    for (name, remedy) in missing.sorted(by: { $0.key < $1.key }) {
      parts.append("\(name) is not there: \(remedy)")
    }
    parts.append(gatesTable)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func text(_ value: Double?, _ decimals: Int = 1) -> String {
    value.map { String(format: "%.\(decimals)f", $0) } ?? "-"
  }

  private var tempoTable: String {
    let lines = rows.compactMap { row -> [String]? in
      guard let tempo = row.tempo else { return nil }
      return [
        row.name, text(tempo.accuracy1), text(tempo.accuracy2), text(tempo.withinOnePercent),
        text(tempo.exactOfConstant), text(tempo.beatF, 3), text(row.speed.tempo, 0),
      ]
    }
    let head = ["tempo", "acc 1", "acc 2", "1 %", ".2 % const", "beat F", "ms/min"]
    return lines.isEmpty ? "" : Table.text([head] + lines)
  }

  private var keyTable: String {
    let lines = rows.compactMap { row -> [String]? in
      guard let key = row.key else { return nil }
      return [
        row.name, text(key.exact), text(key.fifth), text(key.relative), text(key.parallel),
        text(key.weighted), text(row.speed.key, 0),
      ]
    }
    let head = ["key", "exact", "fifth", "relative", "parallel", "MIREX", "ms/min"]
    return lines.isEmpty ? "" : Table.text([head] + lines)
  }

  private var levelsText: String {
    guard let row = rows.first(where: { $0.name == Ours.name }), let levels = row.levels else {
      return ""
    }
    let mix = row.mix.map {
      "mix in: on a beat \(text($0.onBeat)) %, on the first of a bar \(text($0.onDownbeat)) % of "
        + "\($0.proposals)\n"
    }
    return (mix ?? "") + """
      silence within 10 ms: start \(text(levels.startWithin10)) % of \(levels.silences), end \
      \(text(levels.endWithin10)) % of \(levels.ends) that die away as their masters do
      beside ffmpeg's ebur128: loudness within \(text(levels.loudnessDifference, 3)) LU \
      (\(levels.loudnessWorst)), true peak within \(text(levels.peakDifference, 3)) dB \
      (\(levels.peakWorst)), of \(levels.levels)
      """
  }

  private var costText: String {
    guard let cost else { return "" }
    let parts = stages.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }
    return """
      processor time: \(text(cost)) ms a minute of sound for everything (\(text(speed, 0)) x real \
      time), and \(text(decoding)) to decode it\(parts.isEmpty ? "" : "; alone: ")\
      \(parts.joined(separator: ", "))
      """
  }

  private var gatesTable: String {
    let lines = gates.map { gate in
      [
        gate.title, "\(text(gate.value, gate.decimals)) \(gate.unit)",
        "\(gate.bound.rawValue) \(text(gate.limit, gate.decimals))",
        gate.holds.map { $0 ? "pass" : "FAIL" } ?? "-",
      ]
    }
    return lines.isEmpty ? "" : Table.text([["gate", "ours", "limit", ""]] + lines)
  }
}

/// Words in columns, the first aligned left and the others right.
enum Table {
  static func text(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
