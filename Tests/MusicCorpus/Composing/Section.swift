/// A stretch of bars with the same parts.
struct Section {
  enum Kind {
    case drumIntro, chordIntro, fullIntro, verse, chorus, breakdown
  }

  var kind: Kind
  var bars: Int

  var hasChords: Bool { kind != .drumIntro }
  var hasBass: Bool { kind == .verse || kind == .chorus || kind == .fullIntro }

  mutating func shorten(to most: Int) { bars = min(bars, most) }

  /// Sections for a number of bars, built from phrases.
  static func form(bars: Int, phrase: Int, by chance: inout SeededRandom) -> [Section] {
    let opening: Kind = chance.one(of: [.drumIntro, .chordIntro, .verse, .verse, .fullIntro])
    var sections = [Section(kind: opening, bars: chance.happens(0.7) ? phrase : 2)]
    sections[0].shorten(to: bars)
    var left = bars - sections[0].bars
    let cycle: [Kind] = [
      .verse, .chorus, .verse, .chorus, .breakdown, .chorus, .verse, .chorus,
    ]
    var count = 0
    while left > 0 {
      let kind = cycle[count % cycle.count]
      count += 1
      if kind == .breakdown, chance.happens(0.4) { continue }
      let length = min(left, phrase * chance.one(of: [1, 1, 2]))
      sections.append(Section(kind: kind, bars: length))
      left -= length
    }
    return sections
  }
}
