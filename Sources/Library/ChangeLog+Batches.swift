/// Puts the statements of a step together where that changes nothing but the time they take.
///
/// A mark on a hundred thousand tracks is logged as a statement for each of them, most of which set
/// the same values. Updates of different rows do not depend on each other's order: those that
/// follow each other are run as one statement for all rows that get the same values.
extension ChangeLog {
  static func batched(_ statements: [String]) -> [String] {
    var result: [String] = []
    var run = Run()
    for statement in statements {
      guard let update = TrackUpdate(statement) else {
        result += run.end()
        result.append(statement)
        continue
      }
      if !run.tracks.insert(update.track).inserted {
        result += run.end()
        run.tracks.insert(update.track)
      }
      run.add(update)
    }
    return result + run.end()
  }

  /// `UPDATE tracks SET … WHERE id=…`, as the trigger of tracks writes it.
  private struct TrackUpdate {
    var values: Substring
    var track: Substring

    init?(_ statement: String) {
      guard statement.hasPrefix("UPDATE tracks SET "),
        // Notes may hold the same words; behind the last ones there are digits alone.
        let equals = statement.utf8.lastIndex(of: UInt8(ascii: "="))
      else { return nil }
      let number = statement[statement.utf8.index(after: equals)...]
      let values = statement[...equals]
      guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        values.hasSuffix(" WHERE id=")
      else { return nil }
      self.values = values
      track = number
    }
  }

  /// Updates of different tracks, by the values that they set.
  private struct Run {
    var tracks: Set<Substring> = []
    private var order: [Substring] = []
    private var groups: [Substring: [Substring]] = [:]

    /// Tracks that one statement names.
    private static let most = 500

    mutating func add(_ update: TrackUpdate) {
      if groups[update.values] == nil { order.append(update.values) }
      groups[update.values, default: []].append(update.track)
    }

    mutating func end() -> [String] {
      defer { self = Run() }
      return order.flatMap { values -> [String] in
        let ids = groups[values] ?? []
        return stride(from: 0, to: ids.count, by: Run.most).map { start in
          let part = ids[start..<min(ids.count, start + Run.most)]
          return values.dropLast() + " IN (" + part.joined(separator: ",") + ")"
        }
      }
    }
  }
}
