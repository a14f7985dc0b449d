internal import Music

/// The cue sheet block of FLAC (RFC 9639, section 8.7): tracks without titles.
enum FLACCueSheet {
  private static let head = 396
  private static let (trackLength, indexLength) = (36, 12)

  /// Empty without any.
  static func read(_ file: HeaderFile) -> StatedChapters {
    var chapters = StatedChapters()
    let start = HeaderReader.tagsEnd(file)
    guard file.bytes(at: start, 4)?.has("fLaC") == true else { return chapters }
    var blocks = FLACBlocks(file, at: start)
    var rate = 0
    while let block = blocks.next(), block.end <= file.size {
      if block.kind == 0, let bytes = file.bytes(at: block.start, FLACStreamInfo.length) {
        rate = FLACStreamInfo(bytes).sampleRate
      }
      if block.kind == 5 {
        var cursor = FileCursor(file, from: block.start, to: block.end)
        read(&cursor, rate: rate, into: &chapters)
        break
      }
      if block.isLast { break }
    }
    return chapters
  }

  private static func read(
    _ cursor: inout FileCursor, rate: Int, into chapters: inout StatedChapters
  ) {
    guard let count = cursor.read(head)?[head - 1] else { return }
    for _ in 0..<count {
      guard let track = cursor.read(trackLength) else { return }
      let (offset, number) = (track.big64(0), track[8])
      var first: UInt64?
      for _ in 0..<track[35] {
        guard let index = cursor.read(indexLength) else { return }
        if index[8] == 1 { first = index.big64(0) }
      }
      // The track behind the last one is the end.
      guard number != 170, number != 255, let first else { continue }
      let (sample, isOver) = offset.addingReportingOverflow(first)
      guard !isOver, let sample = Int64(exactly: sample) else { continue }
      chapters.add("", start: StatedChapters.time(sample, scale: Int64(rate)))
    }
  }
}
