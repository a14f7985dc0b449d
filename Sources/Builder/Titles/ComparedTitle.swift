/// A normalised title, prepared for comparison with many others.
struct ComparedTitle {
  let points: [UInt32]
  let outline: Outline

  init(points: [UInt32]) {
    self.points = points
    outline = Outline(points)
  }

  /// The words, sorted and each once, with a space behind each.
  var words: [UInt32] {
    let words = points.split(separator: 0x20).sorted { $0.lexicographicallyPrecedes($1) }
    var text: [UInt32] = []
    for (index, word) in words.enumerated() where index == 0 || word != words[index - 1] {
      text += word
      text.append(0x20)
    }
    return text
  }

  /// The length of a title, and which letters it has once, twice and three times, in 64 classes:
  /// enough to see that most titles are no variants.
  struct Outline {
    private(set) var length: Int
    private var once: UInt64 = 0
    private var twice: UInt64 = 0
    private var thrice: UInt64 = 0
    /// Letters beyond the third of a class.
    private var others = 0

    init(_ points: [UInt32]) {
      length = points.count
      for point in points {
        let bit = UInt64(1) << UInt64(point % 64)
        if once & bit == 0 {
          once |= bit
        } else if twice & bit == 0 {
          twice |= bit
        } else if thrice & bit == 0 {
          thrice |= bit
        } else {
          others += 1
        }
      }
    }

    /// Whether the titles may be alike, or one contained in the other.
    func mayBeVariant(of other: Outline) -> Bool {
      let (least, most) = (min(length, other.length), max(length, other.length))
      let common = min(
        least,
        (once & other.once).nonzeroBitCount + (twice & other.twice).nonzeroBitCount
          + (thrice & other.thrice).nonzeroBitCount + min(others, other.others))
      return ComparedTitle.isLongEnough(least, in: most) && common == least
        || SequenceMatcher.ratio(matches: common, length: least + most) >= ComparedTitle.leastRatio
    }
  }

  private static let leastRatio = 0.92

  /// Whether the titles are alike, or one contains the other.
  static func areVariants(_ candidate: [UInt32], _ known: [UInt32]) -> Bool {
    contains(known, candidate) || contains(candidate, known)
      || SequenceMatcher(second: known).ratio(first: candidate) >= leastRatio
  }

  private static func contains(_ text: [UInt32], _ part: [UInt32]) -> Bool {
    guard part.count <= text.count, isLongEnough(part.count, in: text.count) else { return false }
    return (0...text.count - part.count).contains { start in
      text[start..<start + part.count].elementsEqual(part)
    }
  }

  /// At least four letters and six tenths.
  private static func isLongEnough(_ part: Int, in whole: Int) -> Bool {
    Double(part) >= max(4, Double(whole) * 0.6)
  }
}
