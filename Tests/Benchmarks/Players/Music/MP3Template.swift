/// MP3: an ID3v2.4 tag before the sound <https://id3.org/id3v2.4.0-structure>.
struct MP3Template: TagTemplate {
  private let sound: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let isTagged = bytes.starts(with: Array("ID3".utf8))
    let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
    sound = bytes[(isTagged ? 10 + size : 0)...]
  }

  private static func sevenBits(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  }

  func file(tagged track: SyntheticTrack) -> [UInt8] {
    let texts: [(String, String?)] = [
      ("TIT2", track.title), ("TPE1", track.artist), ("TPE2", track.albumArtist),
      ("TALB", track.album), ("TCON", track.genre), ("TDRC", "\(track.year)"),
      ("TRCK", "\(track.number)/\(track.total)"), ("TPOS", "1"), ("TBPM", "\(track.bpm)"),
      ("TKEY", track.key),
    ]
    var frames: [UInt8] = []
    for case (let name, let value?) in texts {
      frames.append(text: name)
      // Flags, then 3 for UTF-8.
      frames += Self.sevenBits(value.utf8.count + 1) + [0, 0, 3]
      frames.append(text: value)
    }
    return Array("ID3".utf8) + [4, 0, 0] + Self.sevenBits(frames.count) + frames + sound
  }
}
