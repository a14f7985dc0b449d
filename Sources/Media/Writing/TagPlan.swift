internal import Music

/// Finds the tags of a file that differ from the wanted ones.
struct TagPlan {
  /// The player whose ratings are read most widely.
  static let popularimeter = "POPM:Windows Media Player 9 Series"

  private let family: TagFamily
  private let items: [TagItem]
  private(set) var changes: [TagChange] = []

  init(_ wanted: WantedTags, family: TagFamily, items: [TagItem]) {
    self.family = family
    self.items = items
    // A track without stars leaves other users' stars alone.
    if let rating = wanted.rating, rating != .none { plan(rating) }
    if let bpm = wanted.bpm, (1...999).contains(bpm) { plan(bpm: bpm) }
    if let key = wanted.key, !key.isEmpty {
      change(family.keyNames, to: key) { $0 == key }
    }
  }

  private mutating func plan(_ rating: Rating) {
    if family == .id3 {
      let frames = items.filter { $0.name.hasPrefix("POPM:") }
      let frame = frames.first { $0.name == Self.popularimeter } ?? frames.first
      let byte = frame?.text.flatMap { Int($0) }
      if byte.map(StarScale.rating(byte:)) != rating {
        changes.append(
          TagChange(
            name: frame?.name ?? Self.popularimeter, old: frame?.text,
            new: "\(StarScale.byte(rating))"))
      }
    }
    change(family.ratingNames, to: StarScale.fraction(rating)) {
      Double($0).flatMap(StarScale.rating(fraction:)) == rating
    }
    guard !family.starNames.isEmpty else { return }
    // A scale up to 5 is kept.
    let known = items.first { has(family.starNames, $0) }?.text.flatMap(Double.init)
    let isShort = known.map { (1...5).contains($0) } ?? false
    change(family.starNames, to: "\(isShort ? rating.stars : rating.stars * 20)") {
      Double($0).flatMap(StarScale.rating(number:)) == rating
    }
  }

  private mutating func plan(bpm: Double) {
    let text = Self.text(bpm)
    func isSame(_ old: String) -> Bool {
      let number = Double(String(old.filter { $0 != " " }.map { $0 == "," ? "." : $0 }))
      return number.map { abs($0 - bpm) < 0.005 } ?? false
    }
    guard family == .mp4 else { return change(family.bpmNames, to: text, isSame) }
    let whole = "\(Int(bpm.rounded()))"
    change(["tmpo"], to: whole) { $0 == whole }
    if Double(text) != bpm.rounded() || items.contains(where: { has(family.bpmNames, $0) }) {
      change(family.bpmNames, to: text, isSame)
    }
  }

  /// At most two decimals, without trailing zeros.
  static func text(_ bpm: Double) -> String {
    let hundredths = Int((bpm * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let digits = hundredths % 100
    let fraction = digits % 10 == 0 ? "\(digits / 10)" : digits.zeroPadded()
    return "\(hundredths / 100).\(fraction)"
  }

  private func has(_ names: [String], _ item: TagItem) -> Bool {
    names.contains { $0.lowercased() == item.name.lowercased() }
  }

  private mutating func change(
    _ names: [String], to new: String, _ isSame: (String) -> Bool
  ) {
    var seen: Set<String> = []
    for item in items where has(names, item) && seen.insert(item.name).inserted {
      if item.text.map(isSame) != true {
        changes.append(TagChange(name: item.name, old: item.text, new: new))
      }
    }
    if seen.isEmpty { changes.append(TagChange(name: names[0], old: nil, new: new)) }
  }
}
