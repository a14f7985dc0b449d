extension SyntheticTrack {
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
