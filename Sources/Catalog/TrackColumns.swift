/// All values of tracks that lists need, as columns by ordinal.
///
/// An ordinal is a track's index in the order in which tracks were added; it never changes while a
/// catalog lives. A removed track keeps its ordinal, without a bit in `present`.
struct TrackColumns {
  /// The tracks in the library.
  var present = TrackSet(capacity: 0)
  /// The library's id of the track, ascending.
  var id = Column<Int64>()
  /// Folded, parts ended by a newline: the title, then the file's name where that does not contain
  /// the title; if it does, the name alone.
  var text = TextColumn()
  /// The span of the title in the text.
  var title = Column<TitleSpan>()
  /// The sort names of titles.
  var sortTitles = SortTitles()
  var artist = Names()
  /// The album credit.
  var albumCredit = Names()
  var albumArtist = Names()
  var album = Names()
  var genre = Names()
  /// The folder's path; folded is the part that searches see, which is below the root.
  var folder = Names(order: .folders)
  var format = Names()
  /// The library's id of the root, 0 where there is none.
  var root = Column<UInt32>()
  /// Milliseconds, 0 where unknown.
  var duration = Column<UInt32>()
  /// 0 where unknown, in these five.
  var year = Column<UInt16>()
  var bpm = Column<Float>()
  var key = Column<UInt8>()
  var track = Column<UInt16>()
  var disc = Column<UInt16>()
  var rating = Column<UInt8>()
  var reaction = Column<UInt8>()
  var plays = Column<UInt32>()
  /// Unix seconds, 0 for never.
  var played = Column<UInt32>()
  var added = Column<UInt32>()
  var modified = Column<UInt32>()
  /// Bits per second, and Hz.
  var bitRate = Column<UInt32>()
  var sampleRate = Column<UInt32>()
  var flags = Column<TrackFlags>()
  /// The measure behind the grades of energy; NaN where unknown.
  var energyValue = Column<Float>()
  /// 1 to 10, by the grades below; 0 where unknown.
  var energy = Column<UInt8>()
  /// Hundredths of LUFS; `.min` where unknown, as in the next.
  var loudness = Column<Int16>()
  /// Cents from 440 Hz.
  var tuning = Column<Int8>()
  /// The lower bounds of the energies 2 to 10; none where there are no grades.
  var energyGrades: [Float] = []
  /// Labels and variations, which few tracks have.
  var labels = LabelTable()

  init() {}

  var count: Int { id.count }

  /// The folded title.
  func title(_ ordinal: Int) -> UnsafeBufferPointer<UInt8> {
    let (text, span) = (text[ordinal], title[ordinal])
    let start = min(Int(span.start), text.count)
    return UnsafeBufferPointer(rebasing: text[start..<min(start + Int(span.count), text.count)])
  }

  /// The sort name of the title, or the title itself.
  func sortTitle(_ ordinal: Int) -> UnsafeBufferPointer<UInt8> {
    sortTitles.isEmpty ? title(ordinal) : sortTitles[ordinal] ?? title(ordinal)
  }

  /// The folded name of the file.
  func name(_ ordinal: Int) -> UnsafeBufferPointer<UInt8> {
    let (text, span) = (text[ordinal], title[ordinal])
    let end = Int(span.start) + Int(span.count)
    guard span.start == 0, end < text.count, text[end] == 0x0A else { return text }
    return UnsafeBufferPointer(rebasing: text[(end + 1)...])
  }
}

/// A range of a text, in bytes.
struct TitleSpan: BitwiseCopyable, Equatable, Sendable {
  var start: UInt16
  var count: UInt16
}

/// Yes-or-no facts about a track.
package struct TrackFlags: OptionSet, BitwiseCopyable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let missing = TrackFlags(rawValue: 1 << 0)
  package static let offline = TrackFlags(rawValue: 1 << 1)
  package static let compilation = TrackFlags(rawValue: 1 << 2)
  package static let faulty = TrackFlags(rawValue: 1 << 3)
  package static let hasNotes = TrackFlags(rawValue: 1 << 4)
  /// The track has been analysed.
  package static let analyzed = TrackFlags(rawValue: 1 << 5)
  /// The tempo varies.
  package static let unsteady = TrackFlags(rawValue: 1 << 6)
  /// The track is a part of an audiobook.
  package static let book = TrackFlags(rawValue: 1 << 7)
}
