internal import CFFmpeg
internal import Music

extension TagReader {
  /// Collects tags from FFmpeg's dictionaries; what was taken first stays.
  struct TagFields {
    private(set) var tags = Tags()
    /// How good the name was that the date came from: smaller is better.
    private var dateRank = Int.max

    /// Bytes of one field that are kept.
    private static let longest = 4_096
    private static let mostFields = 10_000

    mutating func take(_ dictionary: OpaquePointer?) {
      var previous: UnsafeMutablePointer<AVDictionaryEntry>?
      var taken = 0
      var found = TagFields()
      while let entry = av_dict_get(dictionary, "", previous, Int32(AV_DICT_IGNORE_SUFFIX)) {
        previous = entry
        taken += 1
        guard taken <= TagFields.mostFields else { break }
        found.set(entry)
      }
      merge(found)
    }

    private mutating func set(_ entry: UnsafeMutablePointer<AVDictionaryEntry>) {
      switch String(cString: entry.pointee.key).lowercased() {
      case "title", "tit2", "inam": set(\.title, entry)
      case "artist", "tpe1", "iart": set(\.artist, entry)
      case "album_artist", "albumartist", "album artist", "tpe2", "aart": set(\.albumArtist, entry)
      case "album", "talb", "iprd": set(\.album, entry)
      case "genre", "tcon", "ignr": set(\.genre, entry)
      case "date": setDate(entry, rank: 0)
      case "tdrc", "tyer", "year", "\u{A9}day", "icrd": setDate(entry, rank: 1)
      case "tdrl", "releasedate", "release_date": setDate(entry, rank: 2)
      case "tdor", "tory", "originaldate", "originalyear": setDate(entry, rank: 3)
      case "track", "tracknumber", "trck", "trkn", "iprt": setNumber(\.trackNumber, entry)
      case "disc", "discnumber", "tpos", "disk": setNumber(\.discNumber, entry)
      case "bpm", "tbpm", "tmpo", "tempo": setBPM(entry)
      case "initialkey", "initial_key", "initial key", "tkey", "key": set(\.key, entry)
      default: break
      }
    }

    private mutating func merge(_ other: TagFields) {
      let added = other.tags
      tags.title = tags.title ?? added.title
      tags.artist = tags.artist ?? added.artist
      tags.albumArtist = tags.albumArtist ?? added.albumArtist
      tags.album = tags.album ?? added.album
      tags.genre = tags.genre ?? added.genre
      if other.dateRank < dateRank {
        tags.date = added.date
        dateRank = other.dateRank
      }
      tags.trackNumber = tags.trackNumber ?? added.trackNumber
      tags.discNumber = tags.discNumber ?? added.discNumber
      tags.bpm = tags.bpm ?? added.bpm
      tags.key = tags.key ?? added.key
    }

    private mutating func set(
      _ field: WritableKeyPath<Tags, String?>, _ entry: UnsafeMutablePointer<AVDictionaryEntry>
    ) {
      guard tags[keyPath: field] == nil else { return }
      tags[keyPath: field] = TagFields.text(entry)
    }

    private mutating func setDate(_ entry: UnsafeMutablePointer<AVDictionaryEntry>, rank: Int) {
      guard rank < dateRank, let text = TagFields.text(entry) else { return }
      tags.date = text
      dateRank = rank
    }

    /// The number before the slash of "3/12"; 0 is what files say that have none.
    private mutating func setNumber(
      _ field: WritableKeyPath<Tags, Int?>, _ entry: UnsafeMutablePointer<AVDictionaryEntry>
    ) {
      guard tags[keyPath: field] == nil, let text = TagFields.text(entry) else { return }
      let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), (1...999_999).contains(number) else { return }
      tags[keyPath: field] = number
    }

    private mutating func setBPM(_ entry: UnsafeMutablePointer<AVDictionaryEntry>) {
      guard tags.bpm == nil, let text = TagFields.text(entry) else { return }
      let number = text.filter { $0 != " " }.map { $0 == "," ? "." : $0 }
      guard let bpm = Double(String(number)), bpm >= 1, bpm <= 1_000 else { return }
      tags.bpm = bpm
    }

    /// The value as text that may be shown, or nil when it is empty.
    private static func text(_ entry: UnsafeMutablePointer<AVDictionaryEntry>) -> String? {
      guard let value = entry.pointee.value else { return nil }
      let raw = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
      var count = 0
      while count < longest, raw[count] != 0 { count += 1 }
      // Not in the middle of a character.
      while count == longest, count > 0, raw[count] & 0xC0 == 0x80 { count -= 1 }
      let text = TagText.readable(UnsafeBufferPointer(start: raw, count: count))
      return text.isEmpty ? nil : text
    }
  }
}
