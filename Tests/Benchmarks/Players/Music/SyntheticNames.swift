import Music

/// Words and names in several scripts, equal in every run.
struct SyntheticNames {
  private var random: SeededGenerator
  private let words: [String]

  private static let plain = [
    "night", "river", "glass", "love", "electric", "house", "blue", "silent", "garden", "ghost",
    "summer", "paper", "moon", "fire", "stone", "winter", "dance", "shadow", "golden", "train",
    "city", "rain", "mirror", "heart", "harbor", "velvet", "echo", "northern", "light", "machine",
    "wild", "orbit", "forest", "dream", "ocean", "silver", "midnight", "crystal", "empty", "road",
  ]
  private static let syllables = [
    "la", "ro", "mi", "ten", "sur", "ka", "no", "ve", "tri", "ton", "ber", "da", "shi", "el", "qu",
  ]
  private static let accented = [
    "Über", "naïve", "Æon", "Señor", "Français", "Ångström", "Čaj", "İstanbul", "Đặng", "Ōsaka",
  ]
  private static let scripts = [
    ["Привет", "мир", "ночь", "Звезда", "Москва", "любовь"],
    ["夜明け", "さくら", "カメラ", "夏の終わり", "雨上がり"],
    ["我的心", "月亮", "春天", "音樂", "長城"],
    ["밤하늘", "거리에서", "봄날"],
    ["Ελλάδα", "Θάλασσα", "Ψυχή"],
    ["أغنية", "البحر"], ["שיר", "לילה"], ["रात", "तारा"], ["ที่รัก", "น้ำตา"],
  ]
  static let genres = [
    "Rock", "Pop", "Jazz", "House", "Techno", "Ambient", "Classical", "Hip-Hop", "Folk", "Metal",
    "Soul", "Funk", "Drum & Bass", "Reggae", "Blues", "Chanson", "Fado", "K-Pop", "J-Rock",
    "Música Popular Brasileira", "Soundtrack", "Experimental", "Disco", "Trance",
  ]
  static let keys = ["Am", "C", "Em", "G", "Bm", "D", "F#m", "A", "Dm", "F", "Gm", "Bb"]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let made = (0..<4_000).map { _ in
      (0..<Int.random(in: 2...4, using: &random)).map { _ in
        // because the list is not empty
        Self.syllables.randomElement(using: &random)!
      }.joined()
    }
    // Searched words are frequent.
    words = made + Array(repeating: Self.plain, count: 50).flatMap(\.self)
    self.random = random
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  mutating func one(of texts: [String]) -> String { texts[number(0...texts.count - 1)] }

  /// Some words; one name in ten in another script than Latin, one in ten with accents.
  mutating func name(words count: ClosedRange<Int>) -> String {
    let script = number(0...19)
    if script < 2 {
      let list = Self.scripts[number(0...Self.scripts.count - 1)]
      return (0..<number(1...2)).map { _ in one(of: list) }.joined(separator: " ")
    }
    var parts = (0..<number(count)).map { _ in
      let word = words[number(0...words.count - 1)]
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    if script < 4 { parts[0] = one(of: Self.accented) }
    return parts.joined(separator: " ")
  }
}
