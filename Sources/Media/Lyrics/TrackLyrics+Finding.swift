internal import Glibc
package import Music

extension TrackLyrics {
  /// Finds the lyrics of a music file; nil without any.
  ///
  /// The first source with lyrics counts: an LRC file beside the music file, its tags, a text file
  /// beside it. A source that cannot be read has none. Blocks on the file system.
  package static func find(for path: FilePath) -> TrackLyrics? {
    let stem = path.withoutExtension
    if let (file, lyrics) = firstFile([stem, path], "lrc", beside: path) {
      return TrackLyrics(lyrics, from: .lyricsFile(file))
    }
    if let lyrics = embedded(in: path) { return TrackLyrics(lyrics, from: .embedded) }
    return firstFile([stem], "txt", beside: path).map { file, lyrics in
      TrackLyrics(lyrics, from: .textFile(file))
    }
  }

  /// The first file with lyrics of these names with an extension, in any case of its letters.
  ///
  /// Tries the spellings instead of listing the folder, which may hold thousands of files.
  private static func firstFile(
    _ names: [FilePath], _ fileExtension: StaticString, beside path: FilePath
  ) -> (FilePath, Lyrics)? {
    let length = fileExtension.utf8CodeUnitCount
    for name in names {
      for capitals in 0..<1 << length {
        let ending = (0..<length).map { index in
          fileExtension.utf8Start[index] & (capitals >> index & 1 == 1 ? 0xDF : 0xFF)
        }
        let file = FilePath(bytes: name.bytes + [UInt8(ascii: ".")] + ending)
        if file != path, let lyrics = lyrics(in: file) { return (file, lyrics) }
      }
    }
    return nil
  }

  private static func lyrics(in file: FilePath) -> Lyrics? {
    contents(of: file).flatMap { Lyrics(bytes: $0) }
  }

  /// The bytes of a file with lyrics; nil for one that is empty, too large or no file.
  package static func contents(of file: FilePath) -> [UInt8]? {
    SmallFile.bytes(of: file, atMost: Lyrics.maximumBytes)
  }

  private static func embedded(in path: FilePath) -> Lyrics? {
    // because a file that cannot be opened has no tags.
    guard let source = try? TagReader.Source(path, patience: TagReader.patience) else { return nil }
    defer { source.close() }
    let file = HeaderFile()
    // Comments in Ogg may lie behind a picture of hundreds of pages.
    file.use(source.descriptor, size: source.fileStamp.size, reads: 10 * HeaderFile.maximumReads)
    return EmbeddedLyrics.read(file)
  }
}
