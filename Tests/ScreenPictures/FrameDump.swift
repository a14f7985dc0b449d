package import Screen

/// A frame as text, for tests that compare whole screens and people who read the difference.
package enum FrameDump {
  /// The rows of text, then a letter for the face and one for the surface of each cell, then those
  /// of own colours where a cell has some, then the cursor and the title. `▏` marks the end of each
  /// row.
  package static func text(_ frame: Frame) -> String {
    let faces = frame.rows { String($0.face.letter) }
    let grounds = frame.rows { String($0.ground.letter) }
    let cursor = frame.cursor.map { "\($0.row),\($0.column)" } ?? "none"
    return [
      "text", frame.rows(\.text), "", "faces", faces, "", "grounds", grounds, "",
      colors(frame) + "cursor \(cursor)", "title \(frame.title)", "",
    ].joined(separator: "\n")
  }

  /// A letter for each pair of own colours, and what it means; empty where no cell has any.
  private static func colors(_ frame: Frame) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var order: [CellColors] = []
    for colors in frame.cells.compactMap(\.colors) where !order.contains(colors) {
      order.append(colors)
    }
    guard !order.isEmpty else { return "" }
    let rows = frame.rows { cell in
      guard let index = cell.colors.flatMap(order.firstIndex) else { return "." }
      return index < letters.count ? String(letters[index]) : "?"
    }
    let meanings = zip(letters, order).map { letter, colors in
      let ground = colors.background.map { " on \($0.hex)" } ?? ""
      return "\(letter) \(colors.foreground.hex)\(ground)"
        + (colors.attributes.contains(.bold) ? " bold" : "")
    }
    return (["colours", rows] + meanings).joined(separator: "\n") + "\n\n"
  }
}

extension Frame {
  /// The text alone, row by row, without trailing blanks.
  package var plainText: String {
    (0..<size.rows).map { row in
      var text = text(ofRow: row)[...]
      while text.last == " " { text.removeLast() }
      return String(text)
    }.joined(separator: "\n")
  }

  fileprivate func rows(_ text: (Cell) -> String) -> String {
    (0..<size.rows).map { line($0).map(text).joined() + "▏" }.joined(separator: "\n")
  }
}

extension Face {
  /// One letter each, never to be changed: golden files contain them.
  package var letter: Character {
    switch self {
    case .text: "t"
    case .title: "T"
    case .dimmed: "d"
    case .faint: "f"
    case .accent: "a"
    case .heading: "h"
    case .header: "H"
    case .playing: "p"
    case .missing: "x"
    case .border: "b"
    case .borderFocused: "B"
    case .tab: "o"
    case .tabActive: "O"
    case .progress: "G"
    case .progressRest: "g"
    case .waveBass: "4"
    case .waveMiddle: "5"
    case .waveTreble: "6"
    case .restBass: "7"
    case .restMiddle: "8"
    case .restTreble: "9"
    case .key: "k"
    case .hint: "i"
    case .rating: "r"
    case .reaction: "l"
    case .listened: "n"
    case .liked: "N"
    case .match: "m"
    case .success: "s"
    case .warning: "w"
    case .slot1: "1"
    case .slot2: "2"
    case .slot3: "3"
    case .badge1: "I"
    case .badge2: "J"
    case .badge3: "K"
    }
  }
}

extension Surface {
  /// One letter each, never to be changed.
  package var letter: Character {
    switch self {
    case .base: "."
    case .selected: "S"
    case .resting: "r"
    case .marked: "m"
    case .bar: "b"
    case .overlay: "o"
    case .overlaySelected: "O"
    case .field: "f"
    }
  }
}
