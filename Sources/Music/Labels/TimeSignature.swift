/// The time signatures that can be written: "7/8", sums as "3+2/8", and "free".
package enum TimeSignature {
  private static let free = "free"
  private static let beats = 1...64
  private static let units: Set<Int> = [1, 2, 4, 8, 16, 32, 64]

  /// The accepted forms, for messages.
  package static let accepted = "as 4/4, 7/8 or 3+2/8, or free"
  /// The bounds of the numbers in them.
  package static let bounds = "1 to 64 beats over 1, 2, 4, 8, 16, 32 or 64"

  /// A time signature as it is stored; nil for an empty text.
  ///
  /// - Throws: `.noTimeSignature` for anything else.
  package static func tidied(_ text: String) throws(LabelFault) -> String? {
    guard let line = try LabelText.value(text, of: .timeSignature) else { return nil }
    if line.lowercased() == free { return free }
    let parts = line.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let unit = number(parts[1]), units.contains(unit) else {
      throw .noTimeSignature(line)
    }
    var summands: [Int] = []
    for part in parts[0].split(separator: "+", omittingEmptySubsequences: false) {
      guard let summand = number(part), summand > 0 else { throw .noTimeSignature(line) }
      summands.append(summand)
    }
    guard beats.contains(summands.reduce(0, +)) else { throw .noTimeSignature(line) }
    return summands.map(String.init).joined(separator: "+") + "/\(unit)"
  }

  /// A number of one or two digits, with spaces around it.
  private static func number(_ text: Substring) -> Int? {
    let digits = text.trimmed()
    guard (1...2).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
