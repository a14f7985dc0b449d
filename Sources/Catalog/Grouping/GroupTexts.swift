import Music

/// Codes for texts of several tables: texts that sort alike share one, whichever table they are in.
final class TextCodes {
  private let tables: [TrackColumns.Names]
  /// The first code of each table.
  private var starts: [Int] = []
  /// Codes of names behind the first table, as far as requested.
  private var known: [[UInt64?]]
  private var own: [String: Int] = [:]

  init(_ tables: [TrackColumns.Names]) {
    self.tables = tables
    known = tables.map { [UInt64?](repeating: nil, count: $0.count) }
    var start = 0
    for table in tables {
      starts.append(start)
      start += table.count
    }
    end = start
  }

  private let end: Int
  private var nextTable = 0

  /// The codes of the names of the next of the tables; 0 for no name.
  func codes(of names: TrackColumns.Names) -> (Int) -> UInt64 {
    let table = nextTable
    nextTable += 1
    if table == 0 {
      let codes = (0..<names.count).map { name in
        names.isNone(name) ? 0 : GroupKeyEncoder.Kind.text.code(names.same[name])
      }
      return { codes[$0] }
    }
    return { [self] name in
      if let code = known[table][name] { return code }
      let code =
        names.isNone(name) ? 0 : GroupKeyEncoder.Kind.text.code(number(of: name, in: table))
      known[table][name] = code
      return code
    }
  }

  private func number(of name: Int, in table: Int) -> Int {
    let text = tables[table].folded.string(name)
    for earlier in 0..<table {
      if let found = tables[earlier].first(like: text) { return number(of: found, in: earlier) }
    }
    return starts[table] + Int(tables[table].same[name])
  }

  /// The code of a text that is in none of the tables, or in one by chance.
  func code(of text: String) -> Int {
    for table in tables.indices {
      if let found = tables[table].first(like: text) { return number(of: found, in: table) }
    }
    let key = String(decoding: SortKey.bytes(text), as: UTF8.self)
    let number = own[key] ?? end + own.count
    own[key] = number
    return number
  }
}

/// Codes for the initial letters of texts, from 1.
final class LetterCodes {
  private var codes: [String: UInt32] = [:]
  private var texts = [""]

  func code(_ letters: String) -> UInt32 {
    if let code = codes[letters] { return code }
    codes[letters] = UInt32(texts.count)
    texts.append(letters)
    return UInt32(texts.count - 1)
  }

  func text(_ code: UInt32) -> String { texts[Int(code)] }
}

/// FNV-1a of 64 bits: the same in every run of the program.
struct GroupHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Equal for texts that sort alike.
  mutating func add(text: some Collection<UInt8>) {
    let text = text.drop { $0 == 0x20 }
    var isNumber = false
    var zeros = false
    for byte in text {
      let isDigit = byte >= 0x30 && byte <= 0x39
      if byte == 0x30, !isNumber {
        // A leading zero of a number counts only where nothing else follows.
        zeros = true
        continue
      }
      if zeros, !isDigit { add(byte: 0x30) }
      zeros = false
      isNumber = isDigit
      add(byte: byte)
    }
    if zeros { add(byte: 0x30) }
    add(byte: 0xFF)
  }
}
