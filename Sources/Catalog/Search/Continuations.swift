import Music

/// The tracks in which a typed text is followed by each letter, for the next keystroke: computed in
/// small steps, while nobody waits.
struct Continuations {
  let beginning: String
  /// By the text with one letter more; empty until all are done.
  private(set) var sets: [String: TrackSet] = [:]
  /// The total durations of those that have many tracks, and that of the text itself.
  private(set) var totals: [String: SearchTotal]

  private let prefix: [UInt8]
  /// The tracks that contain the text.
  private let among: TrackSet?
  private var step = Step.names(list: 0, from: 0)
  /// By list and name: the letters that follow, one bit each.
  private var ofNames: [[UInt64]] = []
  /// By following letter and 64 tracks.
  private var words: [[UInt64]] = []

  private enum Step {
    case names(list: Int, from: Int)
    case tracks(fromWord: Int)
    case totals(of: [String])
    case done
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  /// The bit of each byte; none for most.
  private static let bits: [UInt64] = letters.enumerated().reduce(
    into: Array(repeating: 0, count: 256)
  ) { $0[Int($1.element)] = 1 << UInt64($1.offset) }

  /// A step of about a millisecond.
  private static let namesAtOnce = 16_384
  private static let wordsAtOnce = 192

  /// Nil for a text that is no word of plain letters, or so rare that searching is fast.
  ///
  /// - Parameters:
  ///   - among: the tracks that contain it, where known.
  ///   - total: the total duration of these tracks, where known.
  init?(after text: String, among: TrackSet?, total: SearchTotal? = nil) {
    let prefix = Array(text.utf8)
    guard !prefix.isEmpty, prefix.count <= Continuations.maximumLength,
      prefix.allSatisfy({ Continuations.bits[Int($0)] != 0 }),
      among.map({ $0.count >= $0.capacity / Continuations.few }) ?? true
    else { return nil }
    beginning = text
    totals = total.map { [text: $0] } ?? [:]
    self.prefix = prefix
    self.among = among
  }

  private static let maximumLength = 16
  /// Searching a smaller share of the tracks than this is fast enough.
  private static let few = 100

  var isDone: Bool { if case .done = step { true } else { false } }

  /// Performs one step; the columns have to be the same each time.
  ///
  /// - Parameter visible: the tracks that lists show.
  mutating func advance(in columns: TrackColumns, nameStarts: TrackSet, visible: TrackSet) {
    switch step {
    case .names(let list, let from): lookAtNames(columns, list, from)
    case .tracks(let from): lookAtTracks(columns, from, nameStarts)
    case .totals(let texts): sumUp(texts, columns, visible)
    case .done: break
    }
  }

  private static func lists(_ columns: TrackColumns) -> [TrackColumns.Names] {
    [columns.folder, columns.album, columns.artist, columns.albumCredit, columns.albumArtist]
  }

  private mutating func lookAtNames(_ columns: TrackColumns, _ list: Int, _ from: Int) {
    let lists = Continuations.lists(columns)
    let texts = lists[list].folded
    // Few names contain more than a letter, and they are found at once.
    let hits = prefix.count > 1 ? texts.hits(TextFinder(beginning)) : nil
    if from == 0 {
      let isNone = prefix.count > 1 && hits == nil
      ofNames.append(isNone ? Array(repeating: 0, count: texts.count) : [])
      ofNames[list].reserveCapacity(texts.count)
    }
    let end =
      prefix.count > 1 ? texts.count : min(texts.count, from + Continuations.namesAtOnce)
    Continuations.bits.withUnsafeBufferPointer { bits in
      for name in ofNames[list].count..<end {
        let isHit = hits.map { $0[name] != 0 } ?? true
        ofNames[list].append(
          isHit ? Continuations.following(prefix, in: texts[name], bits) : 0)
      }
    }
    if end < texts.count {
      step = .names(list: list, from: end)
    } else if list + 1 < lists.count {
      step = .names(list: list + 1, from: 0)
    } else {
      let count = columns.present.words.count
      words = Continuations.letters.map { _ in Array(repeating: 0, count: count) }
      step = .tracks(fromWord: 0)
    }
  }

  /// The letters that follow in a text, one bit each.
  @inline(__always)
  private static func following(
    _ prefix: [UInt8], in text: UnsafeBufferPointer<UInt8>, _ bits: UnsafeBufferPointer<UInt64>
  ) -> UInt64 {
    var found: UInt64 = 0
    let (first, count) = (prefix[0], prefix.count)
    guard count > 1 else {
      var last: UInt8 = 0
      for byte in text {
        found |= last == first ? bits[Int(byte)] : 0
        last = byte
      }
      return found
    }
    guard text.count > count else { return 0 }
    for index in 0..<(text.count - count) where text[index] == first {
      var length = 1
      while length < count, text[index + length] == prefix[length] { length += 1 }
      if length == count { found |= bits[Int(text[index + count])] }
    }
    return found
  }

  private mutating func lookAtTracks(_ columns: TrackColumns, _ from: Int, _ starts: TrackSet) {
    let indices = Continuations.lists(columns).map(\.index)
    let end = min(columns.present.words.count, from + Continuations.wordsAtOnce)
    var rows = [UInt64](repeating: 0, count: 64)
    Continuations.bits.withUnsafeBufferPointer { bits in
      var shared: UInt64 = 0
      for word in from..<end {
        let wanted = columns.present.words[word] & (among?.words[word] ?? ~0)
        if wanted == 0 { continue }
        let first = word << 6
        let count = min(64, columns.count - first)
        for position in 0..<count {
          let track = first + position
          // Most adjacent tracks share all names.
          if position == 0 || starts[track] {
            shared = 0
            for (list, index) in indices.enumerated() {
              shared |= ofNames[list][Int(index[track])]
            }
          }
          let isWanted = wanted >> UInt64(position) & 1 != 0
          rows[position] =
            isWanted ? shared | Continuations.following(prefix, in: columns.text[track], bits) : 0
        }
        for position in count..<64 { rows[position] = 0 }
        Continuations.transpose(&rows)
        for letter in words.indices { words[letter][word] = rows[letter] }
      }
    }
    if end < columns.present.words.count {
      step = .tracks(fromWord: end)
    } else {
      finish(columns.count)
    }
  }

  private mutating func finish(_ count: Int) {
    for (letter, words) in zip(Continuations.letters, words) {
      sets[String(decoding: prefix + [letter], as: UTF8.self)] = TrackSet(
        words: words, capacity: count)
    }
    (ofNames, words, step) = ([], [], .totals(of: Array(sets.keys)))
  }

  private mutating func sumUp(_ texts: [String], _ columns: TrackColumns, _ visible: TrackSet) {
    var texts = texts
    if let text = texts.popLast(), let tracks = sets[text] {
      totals[text] = SearchTotal(of: tracks, shown: visible, durations: columns.duration)
    }
    step = texts.isEmpty ? .done : .totals(of: texts)
  }

  /// Transposes a matrix of 64 by 64 bits (Warren, Hacker's Delight, 7-3).
  static func transpose(_ rows: inout [UInt64]) {
    rows.withUnsafeMutableBufferPointer { rows in
      var distance = 32
      var mask: UInt64 = 0x0000_0000_FFFF_FFFF
      while distance != 0 {
        var row = 0
        while row < 64 {
          let swapped = (rows[row] >> UInt64(distance) ^ rows[row + distance]) & mask
          rows[row] ^= swapped << UInt64(distance)
          rows[row + distance] ^= swapped
          row = (row + distance + 1) & ~distance
        }
        distance >>= 1
        mask ^= mask << UInt64(distance)
      }
    }
  }
}

extension TrackQuery {
  /// The last word, which is the one being typed.
  var lastWord: String? {
    switch self {
    case .word(let word): word
    case .all(let parts): parts.last?.lastWord
    default: nil
    }
  }
}
