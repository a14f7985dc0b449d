package import Music

/// All that a catalog takes in of one track.
package struct CatalogRow: Equatable, Sendable {
  package var id: Int64
  /// The title tag, or the file's name where there is none.
  package var title = ""
  /// The name of the file.
  package var name = ""
  /// "" for none, in these five.
  package var artist = ""
  package var credit = ""
  package var albumArtist = ""
  package var album = ""
  package var genre = ""
  package var folder = FilePath("")
  /// What searches see of the folder's path.
  package var searchedFolder = ""
  package var format = ""
  package var root: Int64 = 0
  /// Milliseconds; 0 where unknown, as all numbers here are.
  package var duration: Int64 = 0
  package var year: Int64 = 0
  package var bpm: Double = 0
  package var key: MusicalKey?
  package var track: Int64 = 0
  package var disc: Int64 = 0
  package var rating: Int64 = 0
  package var reaction: Int64 = 0
  package var plays: Int64 = 0
  /// Unix seconds.
  package var played: Int64 = 0
  package var added: Int64 = 0
  package var modified: Int64 = 0
  package var bitRate: Int64 = 0
  package var sampleRate: Int64 = 0
  package var flags: TrackFlags = []
  /// What energies are told from, LUFS, and cents from 440 Hz; nil where unknown.
  package var energy: Double?
  package var loudness: Double?
  package var tuning: Double?

  package init(id: Int64) { self.id = id }

  /// Longer texts are cut: nobody reads or types them, and offsets have 32 bits.
  private static let longestText = 2_000

  /// Folded bytes of a text without what would end it too soon.
  static func folded(_ text: String) -> [UInt8] { cleaned(Array(SortKey.folded(text).utf8)) }

  private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    let short = bytes.count > longestText ? Array(bytes.prefix(longestText)) : bytes
    return short.contains(0x0A) ? short.map { $0 == 0x0A ? 0x20 : $0 } : short
  }

  /// What is searched of the title and the file's name, and where the title is in it.
  var searched: (text: [UInt8], title: TitleSpan) {
    let (title, name) = (CatalogRow.folded(title), CatalogRow.folded(name))
    if let start = CatalogRow.place(of: title, in: name) {
      return (name, TitleSpan(start: UInt16(start), count: UInt16(title.count)))
    }
    return (title + [0x0A] + name, TitleSpan(start: 0, count: UInt16(title.count)))
  }

  /// The same of several, on as many threads as there are cores.
  static func searched(of rows: [CatalogRow]) -> [(text: [UInt8], title: TitleSpan)] {
    var found = [(text: [UInt8], title: TitleSpan)](
      repeating: ([], TitleSpan(start: 0, count: 0)), count: rows.count)
    let part = 128
    found.withUnsafeMutableBufferPointer { found in
      let places = found
      Concurrently.perform((rows.count + part - 1) / part) { index in
        for row in (index * part)..<min(rows.count, (index + 1) * part) {
          places[row] = rows[row].searched
        }
      }
    }
    return found
  }

  private static func place(of part: [UInt8], in text: [UInt8]) -> Int? {
    guard let first = part.first, part.count <= text.count else { return part.isEmpty ? 0 : nil }
    for start in 0...(text.count - part.count) where text[start] == first {
      if text[start..<start + part.count].elementsEqual(part) { return start }
    }
    return nil
  }
}
