internal import Music

/// Chapters in Vorbis comments: `CHAPTER001=00:01:02.345` and `CHAPTER001NAME=Title`.
struct CommentChapters {
  private var starts: [Int: Duration] = [:]
  private var titles: [Int: String] = [:]

  /// The number of a chapter, and whether the field is its title; nil for other fields.
  static func field(_ name: ByteView) -> (number: Int, isTitle: Bool)? {
    let text = String(decoding: name.buffer, as: UTF8.self).uppercased()
    guard text.hasPrefix("CHAPTER") else { return nil }
    let rest = text.dropFirst(7)
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.utf8.count <= 6, let number = Int(digits) else { return nil }
    switch rest.dropFirst(digits.count) {
    case "": return (number, false)
    case "NAME": return (number, true)
    default: return nil
    }
  }

  mutating func add(_ field: (number: Int, isTitle: Bool), _ text: String) {
    guard starts.count < StatedChapters.most, titles.count <= StatedChapters.most else { return }
    if field.isTitle {
      titles[field.number] = titles[field.number] ?? text
    } else if let time = Self.time(text) {
      starts[field.number] = starts[field.number] ?? time
    }
  }

  /// In the order of their numbers.
  var chapters: StatedChapters {
    var chapters = StatedChapters()
    for (number, start) in starts.sorted(by: { $0.key < $1.key }) {
      chapters.add(titles[number] ?? "", start: start)
    }
    return chapters
  }

  /// Hours, minutes and seconds with a fraction.
  static func time(_ text: String) -> Duration? {
    let parts = text.prefix(64).split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
    var total: Int64 = 0
    for part in parts.dropLast() + [seconds[0]] {
      guard let number = number(part.trimmed()) else { return nil }
      total = total * 60 + number
    }
    guard seconds.count > 1 else { return .seconds(total) }
    let fraction = seconds[1].trimmed().prefix(9)
    guard var nanoseconds = number(fraction) else { return nil }
    for _ in fraction.utf8.count..<9 { nanoseconds *= 10 }
    return .seconds(total) + .nanoseconds(nanoseconds)
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), text.utf8.count <= 9 else { return nil }
    return Int64(text)
  }
}
