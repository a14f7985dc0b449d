internal import Music

/// The search for lyrics in the tags of a file, by our own readers.
///
/// Matroska, ASF, CAF, DSDIFF, RF64 and Lyrics3 are not read.
struct EmbeddedLyrics: FieldCollector {
  /// In the order of preference.
  private enum Kind: Int {
    /// Synced frames of ID3 for lyrics, and for transcribed text.
    case lyricsFrame, textFrame
    /// Fields that are named for synced lyrics, and all others.
    case syncedField, field
  }

  private var candidates: [(kind: Kind, text: [UInt8])] = []
  /// Bytes left for candidates: parsing takes up to a quarter of a second per megabyte.
  private var room = 2 * Lyrics.maximumBytes

  static let frames = LyricsFrame.names
  static let frameBounds = ID3Tag.Bounds(longest: Lyrics.maximumBytes)
  static let longestValue = Lyrics.maximumBytes
  static let mostItems = 10_000
  private static let maximumCandidates = 16

  /// The lyrics of a file, those with times first; nil without any.
  static func read(_ file: HeaderFile) -> Lyrics? {
    let search = FieldWalk.collected(file, by: EmbeddedLyrics())
    var unsynced: Lyrics?
    // Sorting is stable.
    for candidate in search.candidates.sorted(by: { $0.kind.rawValue < $1.kind.rawValue }) {
      guard let lyrics = Lyrics(bytes: candidate.text) else { continue }
      if lyrics.isSynced { return lyrics }
      unsynced = unsynced ?? lyrics
    }
    return unsynced
  }

  var isFull: Bool { candidates.count >= Self.maximumCandidates }

  func isWanted(_ name: FieldName) -> Bool { Self.kind(of: name) != nil }

  mutating func add(_ name: FieldName, _ value: [UInt8]) {
    if let kind = Self.kind(of: name) { add(value, kind) }
  }

  mutating func add(frame: UInt32, _ content: [UInt8], version: Int) {
    content.withUnsafeBufferPointer { buffer in
      switch ByteView(buffer).flatMap({ LyricsFrame($0, name: frame) }) {
      case .synced(let text, isTranscription: let isTranscription):
        add(text, isTranscription ? .textFrame : .lyricsFrame)
      case .unsynced(let text): add(text, .field)
      case .userText(let name, let text):
        let kind = name.withUnsafeBufferPointer {
          ByteView($0).flatMap { Self.kind(of: .text($0)) }
        }
        if let kind { add(text, kind) }
      case nil: break
      }
    }
  }

  private mutating func add(_ text: [UInt8], _ kind: Kind) {
    let text = text.prefix { $0 != 0 }
    guard !isFull, !text.isEmpty, text.count <= room else { return }
    room -= text.count
    candidates.append((kind, Array(text)))
  }

  private static let lyrics = UInt32(0xA96C_7972)
  private static let maximumName = 64

  /// The kind of a field by its name; nil for other fields.
  private static func kind(of name: FieldName) -> Kind? {
    switch name {
    case .atom(let name): return name == lyrics ? .field : nil
    case .text(let name):
      let letters = name.part(0, maximumName).buffer.filter { ![0x20, 0x2D, 0x5F].contains($0) }
      switch String(decoding: letters, as: UTF8.self).uppercased() {
      case "SYNCEDLYRICS": return .syncedField
      // FFmpeg names its user text in ID3 as the frame that it stands for.
      case "LYRICS", "UNSYNCEDLYRICS", "USLT": return .field
      default: return nil
      }
    }
  }
}
