import Screen

/// A text in letters of five pixels' height, in three rows of half blocks.
struct LargeLetters {
  let columns: Int
  private let letters: [Letter]

  static let rows = 3

  private struct Letter {
    let columns: Int
    /// A row of pixels each, the last column in the lowest bit.
    let pixels: [UInt8]

    func isSet(_ row: Int, _ column: Int) -> Bool {
      pixels.indices.contains(row) && pixels[row] >> UInt8(columns - 1 - column) & 1 == 1
    }
  }

  /// - Returns: Nil where a letter is not in the set, or the text is wider than `limit`.
  init?(_ text: String, limit: Int) {
    var letters: [Letter] = []
    for character in text.uppercased() {
      guard let letter = LargeLetters.set[character] else { return nil }
      letters.append(letter)
    }
    columns = letters.reduce(-1) { $0 + $1.columns + 1 }
    guard !letters.isEmpty, columns <= limit else { return nil }
    self.letters = letters
  }

  func draw(on canvas: Canvas, _ face: Face = .title) {
    for row in 0..<LargeLetters.rows {
      var text = ""
      for letter in letters {
        for column in 0..<letter.columns {
          switch (letter.isSet(2 * row, column), letter.isSet(2 * row + 1, column)) {
          case (true, true): text += "█"
          case (true, false): text += "▀"
          case (false, true): text += "▄"
          case (false, false): text += " "
          }
        }
        text += " "
      }
      canvas.line(row).put(text, face, keep: nil)
    }
  }

  // MARK: The set

  private static let set: [Character: Letter] = {
    var set: [Character: Letter] = [:]
    for line in shapes.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let name = parts[0].first, let columns = Int(parts[1]) else { continue }
      set[name] = Letter(
        columns: columns, pixels: parts.dropFirst(2).compactMap { UInt8($0, radix: 16) })
    }
    set[" "] = Letter(columns: 2, pixels: [])
    set["’"] = set["'"]
    return set
  }()

  /// Letter, columns, and the rows of pixels from the top in hexadecimal.
  private static let shapes = """
    A 5 0E 11 1F 11 11
    B 5 1E 11 1E 11 1E
    C 5 0F 10 10 10 0F
    D 5 1E 11 11 11 1E
    E 5 1F 10 1E 10 1F
    F 5 1F 10 1E 10 10
    G 5 0F 10 13 11 0F
    H 5 11 11 1F 11 11
    I 3 7 2 2 2 7
    J 5 01 01 01 11 0E
    K 5 11 12 1C 12 11
    L 5 10 10 10 10 1F
    M 5 11 1B 15 11 11
    N 5 11 19 15 13 11
    O 5 0E 11 11 11 0E
    P 5 1E 11 1E 10 10
    Q 5 0E 11 11 12 0D
    R 5 1E 11 1E 12 11
    S 5 0F 10 0E 01 1E
    T 5 1F 04 04 04 04
    U 5 11 11 11 11 0E
    V 5 11 11 11 0A 04
    W 5 11 11 15 1B 11
    X 5 11 0A 04 0A 11
    Y 5 11 0A 04 04 04
    Z 5 1F 02 04 08 1F
    0 5 0E 13 15 19 0E
    1 4 4 C 4 4 E
    2 5 1E 01 0E 10 1F
    3 5 1E 01 0E 01 1E
    4 5 12 12 1F 02 02
    5 5 1F 10 1E 01 1E
    6 5 0E 10 1E 11 0E
    7 5 1F 01 02 04 04
    8 5 0E 11 0E 11 0E
    9 5 0E 11 0F 01 0E
    - 3 0 0 7 0 0
    ' 1 1 1 0 0 0
    """
}
