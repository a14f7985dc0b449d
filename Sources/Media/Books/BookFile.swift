internal import Glibc
package import Music

/// Reads what an audio file says of the book that it belongs to.
///
/// Blocks on the file system, on the caller's thread. ID3, MP4, FLAC and Ogg are read by our own
/// readers: FFmpeg has no chapters of FLAC, and reads the index of a whole M4B for them. Everything
/// else is FFmpeg's, which is stopped after `TagReader.patience`.
package enum BookFile {
  /// Reads per file: the texts of chapters lie all over it.
  private static let maximumReads = 40_000

  /// The facts of a file, with chapters on its timeline.
  ///
  /// Chapters of the file go before a cue sheet in its tags, and that before one beside it.
  ///
  /// - Parameter duration: of the file; nil reads it.
  package static func facts(
    of path: FilePath, duration: Duration? = nil
  ) throws(MediaError) -> BookFileFacts {
    var duration = duration
    if duration == nil { duration = try TagReader.read(path).audio.duration }
    let source = try TagReader.Source(path, patience: TagReader.patience)
    defer { source.close() }
    let file = HeaderFile()
    file.use(source.descriptor, size: source.fileStamp.size, reads: maximumReads)
    var (tags, chapters) = read(file)
    if let demuxer = foreignDemuxer(file, hasTags: !tags.values.isEmpty) {
      try FFmpegLibraries.load()
      // because a container that FFmpeg cannot open has no tags either.
      if let container = try? TagReader.Container(source, path, demuxer: demuxer) {
        defer { container.close() }
        container.collect(&tags)
        if chapters.isEmpty { chapters = container.statedChapters() }
      }
    }
    if chapters.isEmpty { chapters = tags.comments.chapters }
    if chapters.isEmpty { chapters = sheet(in: tags, for: path) ?? sheet(beside: path) ?? chapters }
    var facts = tags.facts(isBook: tags.hasBookGenre || path.fileExtension == "m4b")
    facts.chapters = chapters.chapters(within: duration)
    return facts
  }

  /// The tags and chapters by our own readers.
  static func read(_ file: HeaderFile) -> (BookTags, StatedChapters) {
    let tags = FieldWalk.collected(file, by: BookTags())
    var chapters = tags.frames.chapters
    if chapters.isEmpty { chapters = tags.comments.chapters }
    if chapters.isEmpty { chapters = MP4Chapters.read(file) }
    if chapters.isEmpty, tags[.cueSheet].isEmpty { chapters = FLACCueSheet.read(file) }
    return (tags, chapters)
  }

  /// The demuxer for a format that we have no reader of tags for, as QuickTime's own in MP4.
  private static func foreignDemuxer(_ file: HeaderFile, hasTags: Bool) -> String? {
    guard let signature = file.upTo(12, at: 0).flatMap(Signature.init) else { return nil }
    switch signature {
    case .rf64, .dsdiff, .caf, .matroska, .asf, .wave: return signature.demuxer
    case .mp4: return hasTags ? nil : signature.demuxer
    case .flac, .ogg, .aiff, .aifc, .wavPack, .monkeysAudio, .musepack7, .musepack8, .dsf,
      .trueAudio, .otherRIFF, .otherIFF:
      return nil
    }
  }

  private static func sheet(in tags: BookTags, for path: FilePath) -> StatedChapters? {
    tags[.cueSheet].first.flatMap { chapters(ofSheet: Array($0.utf8), for: path) }
  }

  private static func sheet(beside path: FilePath) -> StatedChapters? {
    for stem in [path.withoutExtension, path] {
      for ending in [".cue", ".CUE"] {
        let sheet = FilePath(bytes: stem.bytes + Array(ending.utf8))
        if sheet != path, let bytes = SmallFile.bytes(of: sheet, atMost: CueSheet.maximumBytes),
          let chapters = Self.chapters(ofSheet: bytes, for: path)
        {
          return chapters
        }
      }
    }
    return nil
  }

  /// Nil for a sheet that cannot be used.
  private static func chapters(ofSheet bytes: [UInt8], for path: FilePath) -> StatedChapters? {
    // because a sheet with a fault is as good as none.
    guard let chapters = (try? CueSheet(bytes: bytes))?.statedChapters(for: path), !chapters.isEmpty
    else {
      return nil
    }
    return chapters
  }
}
