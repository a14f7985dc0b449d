import BenchHarness

/// An encoded file that is given other tags, so that ten thousand files need five encodings.
protocol TagTemplate {
  func file(tagged track: MadeUpTrack) -> [UInt8]
}

extension MadeUpTrack {
  /// As Vorbis comments <https://xiph.org/vorbis/doc/v-comment.html>, without a framing bit.
  var vorbisComments: [UInt8] {
    let pairs: [(String, String?)] = [
      ("TITLE", title), ("ARTIST", artist), ("ALBUMARTIST", albumArtist), ("ALBUM", album),
      ("GENRE", genre), ("DATE", "\(year)"), ("TRACKNUMBER", "\(number)"),
      ("TRACKTOTAL", "\(total)"), ("DISCNUMBER", "1"), ("BPM", "\(bpm)"), ("INITIALKEY", key),
    ]
    let lines = pairs.compactMap { name, value in value.map { "\(name)=\($0)" } }
    var bytes: [UInt8] = []
    for (index, line) in (["made up"] + lines).enumerated() {
      bytes.append(little: line.utf8.count, bytes: 4)
      bytes.append(text: line)
      if index == 0 { bytes.append(little: lines.count, bytes: 4) }
    }
    return bytes
  }
}

/// FLAC: a block of comments right behind the one that describes the stream (RFC 9639).
struct FLACTemplate: TagTemplate {
  private let description: [UInt8]
  private let frames: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) throws {
    var index = 4
    var isLast = false
    while !isLast {
      guard index + 4 <= bytes.count else { throw BenchFault.command("that is no FLAC file") }
      isLast = bytes[index] & 0x80 != 0
      index += 4 + bytes.big(at: index + 1, bytes: 3)
    }
    // The first block is always 34 bytes long and 4 of a header.
    description = [bytes[4] & 0x7F] + bytes[5..<42]
    frames = bytes[index...]
  }

  func file(tagged track: MadeUpTrack) -> [UInt8] {
    let comments = track.vorbisComments
    var bytes = Array("fLaC".utf8) + description + [0x84]
    bytes.append(big: comments.count, bytes: 3)
    return bytes + comments + frames
  }
}

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

  func file(tagged track: MadeUpTrack) -> [UInt8] {
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
