internal import GRDB
internal import Music

/// A track as a server lists it, with values that can be stored: bounded, in clean texts.
struct ListedTrack: Sendable {
  var texts: Texts
  var track: ServerTrack

  struct Texts: Equatable, Sendable {
    var title, artist, albumArtist, album, genre, date, key: String?
    var codec, container, credit: String
    var titleSort, artistSort, albumArtistSort, albumSort: String?

    /// All of them, for their size.
    var bytes: Int {
      [title, artist, albumArtist, album, genre, date, key, codec, container, credit, titleSort]
        .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        + [artistSort, albumArtistSort, albumSort].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
  }

  init(_ track: ServerTrack) {
    self.track = track
    let (tags, audio) = (track.tags, track.audio)
    func line(_ text: String?, _ longest: Int = 1_000) -> String? {
      text.flatMap { FactText.line($0, longest: longest) }
    }
    let (artist, albumArtist) = (line(tags.artist), line(tags.albumArtist))
    let name = albumArtist ?? (tags.isCompilation ? "Various Artists" : artist) ?? ""
    texts = Texts(
      title: line(tags.title), artist: artist, albumArtist: albumArtist, album: line(tags.album),
      genre: line(tags.genre), date: line(tags.date, 100), key: line(tags.key, 100),
      codec: line(audio.codec, 100) ?? "", container: line(audio.container, 100) ?? "",
      credit: TextKey.key(name) == TextKey.none ? "" : name, titleSort: line(tags.titleSort),
      artistSort: line(tags.artistSort), albumArtistSort: line(tags.albumArtistSort),
      albumSort: line(tags.albumSort))
  }

  static func suffix(_ text: String?) -> String? {
    text.flatMap { FactText.line($0, longest: 20) }
  }

  /// Microseconds.
  static func duration(_ track: ServerTrack) -> Int64? {
    track.audio.duration.map { BookColumns.time($0.wholeMicroseconds).wholeMicroseconds }
  }

  static func cover(_ id: String?) -> String? {
    id.flatMap { id in
      let isValid =
        id.utf8.count <= ServerTrackAddress.longestID
        && id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return isValid ? id : nil
    }
  }

  static func number(_ number: Int?) -> Int64? { number.map { Int64(min(max(0, $0), 1 << 31)) } }
  static func real(_ real: Double?) -> Double? { real.flatMap { $0.isFinite ? $0 : nil } }
}

/// A hash of the values of a listed track that are stored, the same in every run (FNV-1a,
/// draft-eastlake-fnv). The user's marks are none of them.
struct ListedDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Raised whenever other values are stored, so that all tracks are written again.
  private static let version = 3

  init(of track: ServerTrack) {
    let (tags, audio) = (track.tags, track.audio)
    add(ListedDigest.version)
    for text in [
      tags.title, tags.artist, tags.albumArtist, tags.album, tags.genre, tags.date, tags.key,
    ] { add(text) }
    for text in [
      tags.titleSort, tags.artistSort, tags.albumArtistSort, tags.albumSort, audio.codec,
      audio.container, track.suffix, track.cover,
    ] { add(text) }
    for number in [
      tags.trackNumber, tags.discNumber, audio.sampleRate, audio.bitDepth, audio.channels,
      audio.bitRate,
    ] { add(number) }
    add(tags.isCompilation ? 1 : 0)
    add(audio.hasArt ? 1 : 0)
    add(Int(clamping: track.size))
    add(Int(clamping: track.modified))
    add(track.added.map { Int(clamping: $0) })
    add(audio.duration.map { Int(clamping: $0.wholeMicroseconds) })
    let gain = tags.replayGain
    for real in [tags.bpm, gain.trackGain, gain.trackPeak, gain.albumGain, gain.albumPeak] {
      add(real.map { Int(bitPattern: UInt(truncatingIfNeeded: $0.bitPattern)) })
    }
  }

  var stored: Int64 { Int64(bitPattern: value) }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  private mutating func add(_ text: String?) {
    guard let text else { return add(byte: 0) }
    add(byte: 1)
    add(text.utf8.count)
    for byte in text.utf8 { add(byte: byte) }
  }

  private mutating func add(_ number: Int?) {
    guard let number else { return add(byte: 0) }
    add(byte: 1)
    // One step for eight bytes: their position in the order of values tells them from text.
    value = (value ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3
  }
}
