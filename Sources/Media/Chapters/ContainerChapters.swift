internal import CFFmpeg
internal import Music

extension TagReader.Container {
  /// The chapters as FFmpeg has them.
  func statedChapters() -> StatedChapters {
    var chapters = StatedChapters()
    for index in 0..<min(Int(format.pointee.nb_chapters), StatedChapters.most) {
      guard let chapter = format.pointee.chapters[index]?.pointee, chapter.time_base.num > 0 else {
        continue
      }
      func time(_ units: Int64) -> Duration? {
        let (product, isOver) = units.multipliedReportingOverflow(
          by: Int64(chapter.time_base.num))
        guard units != tritone_no_pts(), !isOver else { return nil }
        return StatedChapters.time(product, scale: Int64(chapter.time_base.den))
      }
      chapters.add(
        TagValue.text(chapter.metadata, "title", longest: 4 * StatedChapters.longestTitle) ?? "",
        start: time(chapter.start), end: time(chapter.end))
    }
    return chapters
  }

  private static let maximumEntries = 2_000
  private static let longestName = 64

  /// The fields of the container, then of its sound.
  func collect(_ collector: inout some FieldCollector) {
    for dictionary in [format.pointee.metadata, audioStream?.pointee.metadata] {
      var previous: UnsafeMutablePointer<AVDictionaryEntry>?
      for _ in 0..<Self.maximumEntries {
        let next = av_dict_get(dictionary, "", previous, Int32(AV_DICT_IGNORE_SUFFIX))
        guard let next, let key = next.pointee.key, let value = next.pointee.value else { break }
        previous = next
        collect(key, value, &collector)
      }
    }
  }

  private func collect<Collector: FieldCollector>(
    _ key: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>, _ collector: inout Collector
  ) {
    func view(_ text: UnsafePointer<CChar>, _ longest: Int) -> ByteView {
      let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      var count = 0
      while count < longest, bytes[count] != 0 { count += 1 }
      return ByteView(bytes, count: count)
    }
    let name = FieldName.text(view(key, Self.longestName))
    guard !collector.isFull, collector.isWanted(name) else { return }
    collector.add(name, Array(view(value, Collector.longestValue).buffer))
  }
}
