import Foundation
import Music
import MusicCorpus

/// Detections of several tools for the same files, and the agreement of each two tools.
struct AgreementReport {
  var files: [String]
  var answers: [Answers]

  var text: String {
    let said = answers.filter { !$0.detections.isEmpty }
    let head = ["file"] + said.map(\.name)
    let lines = files.map { file in [file] + said.map { cell($0.detections[file]) } }
    let tempos = said.filter { $0.detections.values.contains { $0.bpm != nil } }
    let keys = said.filter { $0.detections.values.contains { $0.key != nil } }
    let tempoTitle = "tempo within 1 % (also when doubled, halved or by a third)"
    let tempo = pairs(tempoTitle, tempos) { left, right in
      let same = count(of: left, right, \.bpm) { abs($0 / $1 - 1) <= 0.01 }
      return "\(same) (\(count(of: left, right, \.bpm, Self.areRelated)))"
    }
    let key = pairs("the same key (or a fifth or the relative away)", keys) { left, right in
      let same = count(of: left, right, \.key) { $0 == $1 }
      return "\(same) (\(count(of: left, right, \.key, Self.areKin)))"
    }
    return [Table.text([head] + lines), tempo, key].joined(separator: "\n\n")
  }

  private static func areRelated(_ left: Double, _ right: Double) -> Bool {
    let ratios: [Double] = [1, 2, 3, 1.5, 2.0 / 3, 0.5, 1.0 / 3]
    return ratios.contains { abs(left / right / $0 - 1) <= 0.01 }
  }

  private static func areKin(_ left: MusicalKey, _ right: MusicalKey) -> Bool {
    KeyScore.kinship(of: left, to: right).rawValue >= KeyScore.Kinship.relative.rawValue
  }

  private func cell(_ detection: Detection?) -> String {
    guard let detection else { return "-" }
    let tempo = detection.bpm.map { String(format: "%.1f", $0) }
    let words = [tempo, detection.key?.camelot].compactMap(\.self)
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }

  /// One line for each pair of tools.
  private func pairs(
    _ title: String, _ tools: [Answers], _ agreement: (Answers, Answers) -> String
  ) -> String {
    var lines = [title + ", of \(files.count):"]
    for (index, left) in tools.enumerated() {
      for right in tools.dropFirst(index + 1) {
        lines.append("  \(left.name) and \(right.name): \(agreement(left, right))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func count<Value>(
    of left: Answers, _ right: Answers, _ value: KeyPath<Detection, Value?>,
    _ agrees: (Value, Value) -> Bool
  ) -> String {
    let agreeing = files.count { file in
      guard let one = left.detections[file]?[keyPath: value],
        let other = right.detections[file]?[keyPath: value]
      else { return false }
      return agrees(one, other)
    }
    return "\(agreeing)"
  }
}
