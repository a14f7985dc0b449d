internal import Music

/// Chapters of MP4 files: QuickTime's track of texts, or else Nero's list.
struct MP4Chapters {
  private let file: HeaderFile
  private let movie: MP4Boxes.Box

  private static let maximumTracks = 64
  private static let maximumReferences = 8

  /// Empty without any.
  static func read(_ file: HeaderFile) -> StatedChapters {
    guard file.bytes(at: 4, 4)?.has("ftyp") == true else { return StatedChapters() }
    var boxes = MP4Boxes(file, from: 0, to: file.size)
    while let box = boxes.next() {
      guard box.name == UInt32(letters: "moov") else { continue }
      let reader = MP4Chapters(file: file, movie: box)
      let track = reader.trackChapters()
      if track.hasTitles { return track }
      // Nero's list has no more than 255 chapters from many programs, and short titles.
      let list = reader.listedChapters()
      return list.isEmpty ? track : list
    }
    return StatedChapters()
  }

  // MARK: The list

  /// Times of 100 ns, and titles behind their lengths.
  private func listedChapters() -> StatedChapters {
    var chapters = StatedChapters()
    guard let user = MP4Boxes.first("udta", file, in: movie),
      let list = MP4Boxes.first("chpl", file, in: user)
    else { return chapters }
    var cursor = FileCursor(file, from: list.start, to: list.end)
    guard let head = cursor.read(4) else { return chapters }
    // Version 1 has a reserved byte, and a number of four bytes.
    let count = head[0] == 0 ? cursor.read(1)?.big(0, 1) : cursor.read(5)?.big(1, 4)
    for _ in 0..<min(count ?? 0, StatedChapters.most) {
      guard let entry = cursor.read(9), let title = cursor.read(Int(entry[8])) else { break }
      let time = Int64(exactly: entry.big64(0)).flatMap {
        StatedChapters.time($0, scale: 10_000_000)
      }
      chapters.add(ChapterText.text(title), start: time)
    }
    return chapters
  }

  // MARK: The track

  private func trackChapters() -> StatedChapters {
    var tracks: [MP4Boxes.Box] = []
    var references: [Int] = []
    var children = MP4Boxes(file, in: movie)
    while tracks.count < Self.maximumTracks, let box = children.next() {
      guard box.name == UInt32(letters: "trak") else { continue }
      tracks.append(box)
      guard let reference = MP4Boxes.first("tref", file, in: box),
        let chapters = MP4Boxes.first("chap", file, in: reference),
        let ids = file.upTo(Int(min(chapters.end - chapters.start, 64)), at: chapters.start)
      else { continue }
      references += stride(from: 0, to: ids.count - 3, by: 4).map { ids.big($0, 4) }
    }
    for id in Set(references).sorted().prefix(Self.maximumReferences) {
      guard let track = tracks.first(where: { self.id(of: $0) == id }),
        let texts = MP4TextTrack(file, track, movie: movie)
      else { continue }
      let chapters = texts.chapters()
      if !chapters.isEmpty { return chapters }
    }
    return StatedChapters()
  }

  private func id(of track: MP4Boxes.Box) -> Int? {
    guard let header = MP4Boxes.first("tkhd", file, in: track),
      let bytes = file.bytes(at: header.start, 24)
    else { return nil }
    return bytes.big(bytes[0] == 1 ? 20 : 12, 4)
  }
}
