import Library
import Music

/// Bookmarks of an audiobook as a file: text, or an M3U playlist whose entries begin there.
struct BookmarkFile {
  let book: Book
  let bookmarks: [Bookmark]
  /// The sources of the parts.
  let sources: [TrackID: MediaSource]

  /// - Throws: `.fileExists` where there is a file already.
  func write(to path: FilePath) throws(LibraryError) {
    let isList = ["m3u", "m3u8"].contains(path.fileExtension)
    try AtomicFile.write(isList ? list : text, to: path, replaces: false)
  }

  /// A line for each: the time and the note.
  var text: [UInt8] {
    Array((bookmarks.map { "\($0.place.clockText)\t\(line($0.note))\n" }.joined()).utf8)
  }

  /// With the option by which VLC and mpv begin in the middle of a file.
  var list: [UInt8] {
    var bytes = Array("#EXTM3U\n".utf8)
    for mark in bookmarks {
      guard let part = book.parts.last(where: { $0.start <= mark.place }),
        let source = sources[part.track]
      else { continue }
      let seconds = max(0, (mark.place - part.start).components.seconds)
      let name = [book.details.title, line(mark.note)].filter { !$0.isEmpty }
      bytes += Array(
        "#EXTINF:-1,\(line(name.joined(separator: " – ")))\n#EXTVLCOPT:start-time=\(seconds)\n".utf8
      )
      bytes += source.bytes + [UInt8(ascii: "\n")]
    }
    return bytes
  }

  private func line(_ text: String) -> String { TrackText.clean(text) }
}
