internal import Music

/// Chapters of ID3v2 (id3.org, "ID3v2 Chapter Frame Addendum").
struct ID3Chapters {
  private struct Chapter {
    var title: String
    var start: Int
    var end: Int
  }

  private struct Contents {
    var isTop: Bool
    var children: [[UInt8]]
  }

  private var frames: [(id: [UInt8], chapter: Chapter)] = []
  private var contents: [[UInt8]: Contents] = [:]
  /// The first contents that are on top.
  private var top: [UInt8]?

  static let (chapter, table) = (UInt32(letters: "CHAP"), UInt32(letters: "CTOC"))
  private static let maximumTables = 1_000
  private static let longestID = 256
  /// A time that is not used.
  private static let unused = 0xFFFF_FFFF
  /// More chapters than this do not fit a table, whose rest is lost with some programs.
  private static let mostChildren = 255

  mutating func add(_ frame: UInt32, _ content: ByteView, version: Int) {
    guard let zero = content.part(0, Self.longestID).firstIndex(of: 0) else { return }
    let id = Array(content.part(0, zero).buffer)
    let body = content.from(zero + 1)
    if frame == Self.table {
      addTable(id, body)
    } else if frames.count < StatedChapters.most, body.count >= 16 {
      let (start, end) = (body.big(0, 4), body.big(4, 4))
      guard start != Self.unused else { return }
      let title = Self.title(body.from(16), version: version)
      frames.append((id, Chapter(title: title, start: start, end: end)))
    }
  }

  private mutating func addTable(_ id: [UInt8], _ body: ByteView) {
    guard contents.count < Self.maximumTables, contents[id] == nil, body.count >= 2 else { return }
    var table = Contents(isTop: body[0] & 2 != 0, children: [])
    var rest = body.from(2)
    for _ in 0..<body[1] {
      guard let zero = rest.part(0, Self.longestID).firstIndex(of: 0) else { break }
      table.children.append(Array(rest.part(0, zero).buffer))
      rest = rest.from(zero + 1)
    }
    contents[id] = table
    if table.isTop { top = top ?? id }
  }

  /// The title among the frames within a chapter.
  private static func title(_ frames: ByteView, version: Int) -> String {
    // The header serves for its version alone.
    let bytes = Array("ID3".utf8) + [UInt8(clamping: version), 0, 0, 0, 0, 0, 0]
    let header = bytes.withUnsafeBufferPointer { ByteView($0).flatMap(ID3Header.init) }
    var offset: Int64 = 0
    for _ in 0..<32 {
      guard
        let frame = header?.frame(
          at: offset, to: Int64(frames.count), { frames.whole(Int($0), $1) })
      else { break }
      offset = frame.end
      guard frame.header.has("TIT2"), frame.size > 1,
        let wrapping = ID3Header.wrapping(version: version, flags: frame.flags)
      else { continue }
      let content = frames.part(Int(frame.content), frame.size).from(wrapping.inFront)
      return ChapterText.texts(content.from(1), content[0]).first ?? ""
    }
    return ""
  }

  /// The chapters in the order of the table of contents; those that it leaves out are not shown.
  var chapters: StatedChapters {
    var chapters = StatedChapters()
    let listed = frames.count > Self.mostChildren ? [] : listedChapters()
    for chapter in listed.isEmpty ? frames.map(\.chapter) : listed {
      chapters.add(
        chapter.title, start: .milliseconds(chapter.start),
        end: chapter.end == Self.unused ? nil : .milliseconds(chapter.end))
    }
    return chapters
  }

  /// The chapters that the table on top leads to, by way of other tables.
  private func listedChapters() -> [Chapter] {
    guard let top else { return [] }
    let byID = Dictionary(frames.map { ($0.id, $0.chapter) }) { first, _ in first }
    var listed: [Chapter] = []
    // Each id once, so that tables may refer to one another.
    var seen: Set<[UInt8]> = [top]
    var open = contents[top]?.children.reversed().map { $0 } ?? []
    while let id = open.popLast() {
      guard seen.insert(id).inserted else { continue }
      if let chapter = byID[id] {
        listed.append(chapter)
      } else if let table = contents[id] {
        open += table.children.reversed()
      }
    }
    return listed
  }
}
