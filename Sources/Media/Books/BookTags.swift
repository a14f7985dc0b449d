internal import Music

/// Collects the tags and chapters of a file that say something of an audiobook.
struct BookTags: FieldCollector {
  private(set) var values: [BookTagName: [String]] = [:]
  private(set) var comments = CommentChapters()
  private(set) var frames = ID3Chapters()
  private var count = 0
  private var bytes = 0

  private static let maximumValues = 12_000
  private static let maximumBytes = 8 << 20
  /// Values of one tag.
  private static let maximumOfOne = 64
  /// Of a chapter that comes with a picture the title is in front; a cue sheet is long.
  static let longestValue = 1 << 20
  static let mostItems = 2 * StatedChapters.most + 2_000
  static let frameBounds = ID3Tag.Bounds(
    longest: 64 << 10, isCutting: true, frames: StatedChapters.most + 2_000)
  private static let userTexts = Set(["TXXX", "TXX"].map(UInt32.init(letters:)))
  private static let remarks = Set(["COMM", "COM"].map(UInt32.init(letters:)))
  static let frames = Set(BookTagName.byFrame.keys).union(userTexts).union(remarks)
    .union([ID3Chapters.chapter, ID3Chapters.table])

  var isFull: Bool { count >= Self.maximumValues || bytes >= Self.maximumBytes }

  func isWanted(_ name: FieldName) -> Bool {
    BookTagName(name) != nil || Self.chapter(name) != nil
  }

  private static func chapter(_ name: FieldName) -> (number: Int, isTitle: Bool)? {
    switch name {
    case .text(let name): CommentChapters.field(name)
    case .atom: nil
    }
  }

  mutating func add(_ name: FieldName, _ value: [UInt8]) {
    note(value.count)
    if let field = Self.chapter(name) {
      comments.add(field, ChapterText.text(value))
    } else if let tag = BookTagName(name) {
      var text = ChapterText.text(value)
      if case .atom(let letters) = name {
        if tag == .movementNumber { text = Self.number(value) ?? text }
        if letters == UInt32(letters: "gnre") {
          text = Self.number(value).flatMap { Int($0) }.flatMap { GenreName.name($0 - 1) } ?? ""
        }
      }
      add(tag, text)
    }
  }

  mutating func add(frame: UInt32, _ content: [UInt8], version: Int) {
    // Pictures of chapters are not kept.
    note(min(content.count, frame == ID3Chapters.chapter ? 1_000 : .max))
    content.withUnsafeBufferPointer { buffer in
      guard let content = ByteView(buffer), content.count > 1 else { return }
      if frame == ID3Chapters.chapter || frame == ID3Chapters.table {
        frames.add(frame, content, version: version)
      } else if Self.userTexts.contains(frame) {
        addUserText(ChapterText.texts(content.from(1), content[0]))
      } else if Self.remarks.contains(frame) {
        // Comments with another description are notes of programs.
        let texts = ChapterText.texts(content.from(4), content[0])
        if texts.count > 1, ["", "description", "comment"].contains(texts[0].lowercased()) {
          add(.comment, texts[1])
        }
      } else if let tag = BookTagName.byFrame[frame] {
        for text in ChapterText.texts(content.from(1), content[0]) {
          if tag == .genre {
            for genre in GenreName.genres(in: text) { add(.genre, genre) }
          } else {
            add(tag, text)
          }
        }
      }
    }
  }

  private mutating func addUserText(_ texts: [String]) {
    guard let name = texts.first else { return }
    let tag = Array(name.utf8.prefix(64)).withUnsafeBufferPointer {
      ByteView($0).flatMap { BookTagName(.text($0)) }
    }
    guard let tag else { return }
    for text in texts.dropFirst() { add(tag, text) }
  }

  private mutating func note(_ length: Int) {
    count += 1
    bytes += length
  }

  private mutating func add(_ tag: BookTagName, _ text: String) {
    guard !text.isEmpty, values[tag, default: []].count < Self.maximumOfOne,
      // Tags at the front and at the end often say the same.
      !values[tag, default: []].contains(text)
    else { return }
    values[tag, default: []].append(text)
  }

  /// A number that is stored as one: big-endian, of up to eight bytes.
  private static func number(_ value: [UInt8]) -> String? {
    guard (1...7).contains(value.count), value.contains(where: { !(0x20...0x7E).contains($0) })
    else { return nil }
    return String(value.reduce(0) { $0 << 8 | Int($1) })
  }

  subscript(tag: BookTagName) -> [String] { values[tag] ?? [] }
}
