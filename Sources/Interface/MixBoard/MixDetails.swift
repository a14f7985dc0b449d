import Music
import Screen

/// The facts beside the name of a mix.
struct MixDetails {
  let count: String
  let total: String
  /// "118–126"; empty where no tempo is known.
  let tempos: String
  private let energies: [Int]

  init(_ playlist: Playlist, _ timeline: MixTimeline?) {
    count = playlist.trackCount.grouped
    total = playlist.duration.clockText
    tempos = timeline?.tempos.map(Self.text) ?? ""
    energies = timeline?.entries.compactMap(\.point.energy) ?? []
  }

  private static func text(_ tempos: ClosedRange<Double>) -> String {
    let (least, most) = (Int(tempos.lowerBound.rounded()), Int(tempos.upperBound.rounded()))
    return least == most ? "\(least)" : "\(least)–\(most)"
  }

  var texts: [String] { [count, total, tempos] }

  /// The least width of each text, and the gap before it in a row of its own.
  static let widths = [2, 5, 7]
  static let gaps = [0, 1, 2]

  /// As many texts as fit below a name, each with the gap before it.
  func fitting(in columns: Int) -> [String] {
    var (fitting, used) = ([String](), 0)
    for (index, text) in texts.enumerated() where !text.isEmpty {
      let padded = (index == 0 ? "" : "  ") + text.padded(to: Self.widths[index])
      used += TextWidth.columns(of: padded)
      guard used <= columns else { break }
      fitting.append(padded)
    }
    return fitting
  }

  /// "energy rises 4 → 7".
  var energy: String? {
    guard let first = energies.first, let last = energies.last else { return nil }
    if first == last { return "energy \(first)" }
    return "energy \(last > first ? "rises" : "falls") \(first) → \(last)"
  }
}
