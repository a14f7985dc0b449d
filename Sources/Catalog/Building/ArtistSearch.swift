internal import Music

/// Finds artists by names that are like a typed one.
struct ArtistSearch: Sendable {
  /// The folded names.
  private let keys: [String]
  /// By the folded name, and by its letters and digits.
  private let same: [String: Int]
  private let alike: [String: [Int]]
  /// By artist: the scalars of the folded name up to a bound, in one run, and a bit for each kind
  /// of letter.
  private var scalars: [UInt32] = []
  private var starts: [Int] = [0]
  private var letters: [UInt64] = []

  /// Longer names are not compared letter by letter.
  private static let longest = 100

  /// - Parameter keys: The names of all artists as `key` makes them, each once.
  init(_ keys: [String], same: [String: Int]) {
    self.keys = keys
    self.same = same
    var alike: [String: [Int]] = [:]
    for (artist, key) in keys.enumerated() {
      let plain = Self.plain(key)
      if !plain.isEmpty { alike[plain, default: []].append(artist) }
      let known = scalars.count
      for scalar in key.unicodeScalars.prefix(Self.longest + 1) { scalars.append(scalar.value) }
      starts.append(scalars.count)
      letters.append(Self.letters(scalars[known...]))
    }
    self.alike = alike
  }

  /// The identity of an artist's name: without case and accents, with single spaces.
  static func key(_ name: String) -> String {
    let folded = SortKey.folded(name)
    return isTidy(folded)
      ? folded : folded.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a text is ASCII with single spaces alone, as most names are.
  private static func isTidy(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x80, byte != 0x20 || last != 0x20 else { return false }
      last = byte
    }
    return last != 0x20
  }

  /// Letters and digits of a key, without a leading "the".
  private static func plain(_ key: String) -> String {
    let rest = key.hasPrefix("the ") ? key.dropFirst(4) : key[...]
    var plain = String.UnicodeScalarView()
    for scalar in rest.unicodeScalars {
      let isKept =
        scalar.isASCII
        ? (scalar.value | 0x20) &- 0x61 < 26 || scalar.value &- 0x30 < 10
        : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if isKept { plain.append(scalar) }
    }
    return String(plain)
  }

  private static func letters(_ scalars: some Sequence<UInt32>) -> UInt64 {
    scalars.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The artists whose names are like a text: by kind, then in an order, each once.
  func matches(
    _ text: String, limit: Int, isBefore: (Int, Int) -> Bool
  ) -> [(artist: Int, kind: ArtistMatch.Kind)] {
    let key = Self.key(text)
    guard !key.isEmpty, limit > 0 else { return [] }
    var found: [(artist: Int, kind: ArtistMatch.Kind)] = []
    var seen: Set<Int> = []
    func take(_ artists: [Int], _ kind: ArtistMatch.Kind) {
      let new = artists.filter { !seen.contains($0) }.sorted(by: isBefore)
      for artist in new.prefix(limit - found.count) {
        seen.insert(artist)
        found.append((artist, kind))
      }
    }
    if let artist = same[key] { take([artist], .same) }
    take(alike[Self.plain(key)] ?? [], .alike)
    guard found.count < limit else { return found }
    let (beginnings, words) = beginning(with: key)
    take(beginnings, .beginning)
    take(words, .word)
    guard found.count < limit else { return found }
    for close in close(to: key) { take(close, .close) }
    return found
  }

  /// The artists whose names begin with a text, and those of whose names a later word does.
  private func beginning(with key: String) -> (names: [Int], words: [Int]) {
    var (names, words): ([Int], [Int]) = ([], [])
    let key = Array(key.utf8)
    for (artist, name) in keys.enumerated() {
      var name = name
      name.withUTF8 { name in
        guard name.count >= key.count else { return }
        var last: UInt8 = 0x20
        for start in 0...(name.count - key.count) {
          defer { last = name[start] }
          guard last == 0x20, name[start] == key[0],
            name[start..<(start + key.count)].elementsEqual(key)
          else { continue }
          if start == 0 { names.append(artist) } else { words.append(artist) }
          return
        }
      }
    }
    return (names, words)
  }

  /// By distance, the artists whose names differ from a text in few letters.
  private func close(to key: String) -> [[Int]] {
    let wanted = key.unicodeScalars.prefix(Self.longest + 1).map(\.value)
    guard wanted.count <= Self.longest else { return [] }
    let wantedLetters = Self.letters(wanted)
    var found = Array(repeating: [Int](), count: NameDistance.greatest + 1)
    var distance = NameDistance(wanted)
    scalars.withUnsafeBufferPointer { scalars in
      for artist in letters.indices {
        let count = starts[artist + 1] - starts[artist]
        let most = NameDistance.most(of: max(count, wanted.count))
        guard most > 0, count <= Self.longest, abs(count - wanted.count) <= most,
          // A change of a letter takes one kind away and adds another.
          (letters[artist] ^ wantedLetters).nonzeroBitCount <= 2 * most
        else { continue }
        let name = UnsafeBufferPointer(rebasing: scalars[starts[artist]..<starts[artist + 1]])
        if let edits = distance.to(name, atMost: most) { found[edits].append(artist) }
      }
    }
    return found
  }
}
