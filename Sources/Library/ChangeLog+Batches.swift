/// Puts the statements of a step together where that changes nothing but the time they take.
///
/// A mark on a hundred thousand tracks is logged as a statement for each of them, most of which set
/// the same values. Updates of different rows do not depend on each other's order: those that
/// follow each other are run as one statement for all rows that get the same values. Rows of one
/// table that are removed or put back one after the other, as those of an import are, go together.
extension ChangeLog {
  static func batched(_ statements: [String]) -> [String] {
    var result: [String] = []
    var run = Run()
    var rows = RowRun()
    for statement in statements {
      if rows.take(statement) {
        result += run.end()
        continue
      }
      result += rows.end()
      if rows.take(statement) {
        result += run.end()
        continue
      }
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
    return result + run.end() + rows.end()
  }

  /// Rows that leave a table or come into it one after the other, in the same order.
  private struct RowRun {
    private var head: Substring = ""
    private var values: [Substring] = []
    private var bytes = 0

    /// Rows, and bytes, of one statement.
    private static let most = 500
    private static let mostBytes = 1 << 20

    /// Takes a statement that does to its table what those before it did; false for others.
    mutating func take(_ statement: String) -> Bool {
      guard let (head, value) = RowRun.parts(of: statement) else { return false }
      guard values.isEmpty || head == self.head, values.count < RowRun.most,
        bytes < RowRun.mostBytes
      else { return false }
      self.head = head
      values.append(value)
      bytes += value.utf8.count
      return true
    }

    mutating func end() -> [String] {
      defer { self = RowRun() }
      guard values.count > 1 else { return values.map { String(head + $0) } }
      let all = values.joined(separator: ",")
      return [head.hasPrefix("DELETE") ? "\(head.dropLast()) IN (\(all))" : head + all]
    }

    /// `DELETE FROM … WHERE id=` and a number, or `INSERT INTO … VALUES ` and a row.
    private static func parts(of statement: String) -> (Substring, Substring)? {
      if statement.hasPrefix("DELETE FROM "), let end = statement.firstRange(of: " WHERE id=") {
        let number = statement[end.upperBound...]
        guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          return nil
        }
        return (statement[..<end.upperBound], number)
      }
      // What names a table and its columns holds no values: the first is where they begin.
      guard statement.hasPrefix("INSERT INTO "), let end = statement.firstRange(of: " VALUES (")
      else { return nil }
      let row = statement.index(before: end.upperBound)
      return (statement[..<row], statement[row...])
    }
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
