internal import CFFmpeg
internal import FoundationEssentials
internal import Music

extension AudioFileWriter.Format {
  /// The tag formats and their field names.
  ///
  /// The names are those FFmpeg's muxers pass through: Vorbis comments as listed at xiph.org,
  /// ID3v2.4 frames, iTunes atoms (none for a key), APEv2 items.
  private enum TagNames { case vorbisComment, id3, itunes, ape, riff }

  private var tagNames: TagNames {
    switch self {
    case .flac, .flac24, .vorbis, .opus: .vorbisComment
    case .mp3, .aiff: .id3
    case .alac, .aac: .itunes
    case .wavpack: .ape
    case .wav, .wav24, .wavFloat: .riff
    }
  }

  /// Ogg stores its tags, and with them its cover, in the stream and not in the container.
  var keepsTagsOnStream: Bool { self == .vorbis || self == .opus }

  /// The tags as pairs for a muxer, without those that the container cannot hold.
  func pairs(for tags: Tags, trackTotal: Int?) -> [(name: String, value: String)] {
    let names = tagNames
    var pairs: [(name: String, value: String)] = []
    func add(_ name: String?, _ value: String?) {
      if let name, let value { pairs.append((name, value)) }
    }
    add("title", tags.title)
    add("artist", tags.artist)
    add("album_artist", tags.albumArtist)
    add("album", tags.album)
    add("genre", tags.genre)
    add("date", tags.date)
    let number = tags.trackNumber.map(String.init)
    if names == .vorbisComment {
      add("track", number)
      add("TRACKTOTAL", trackTotal.map(String.init))
    } else {
      add("track", number.map { first in trackTotal.map { "\(first)/\($0)" } ?? first })
    }
    add("disc", tags.discNumber.map(String.init))
    add(bpmName(in: names), tags.bpm.map { text(ofBPM: $0, in: names) })
    add(keyName(in: names), tags.key)
    if keyName(in: names) == nil {
      // For people: no reader looks for tempo and key in a comment.
      let remarks = [tags.bpm.map { "\(text(ofBPM: $0, in: names)) BPM" }, tags.key]
      let remark = remarks.compactMap(\.self).joined(separator: ", ")
      add("comment", remark.isEmpty ? nil : remark)
    }
    return pairs
  }

  private func bpmName(in names: TagNames) -> String? {
    switch names {
    case .vorbisComment, .ape: "BPM"
    case .id3: "TBPM"
    case .itunes: "tmpo"
    case .riff: nil
    }
  }

  private func keyName(in names: TagNames) -> String? {
    switch names {
    case .vorbisComment: "INITIALKEY"
    case .ape: "KEY"
    case .id3: "TKEY"
    case .itunes, .riff: nil
    }
  }

  /// iTunes and ID3 define the tempo as an integer.
  private func text(ofBPM bpm: Double, in names: TagNames) -> String {
    let whole = bpm.rounded()
    if whole == bpm || names == .itunes || names == .id3 { return String(Int(whole)) }
    return String(bpm)
  }
}

extension CoverPicture {
  /// The picture as a METADATA_BLOCK_PICTURE comment: a FLAC picture block in base64.
  ///
  /// <https://wiki.xiph.org/VorbisComment#METADATA_BLOCK_PICTURE>
  var vorbisComment: String {
    var block = Data()
    func append(_ number: Int) {
      withUnsafeBytes(of: UInt32(number).bigEndian) { block.append(contentsOf: $0) }
    }
    append(3)  // front cover
    append(mimeType.utf8.count)
    block.append(contentsOf: mimeType.utf8)
    append(0)  // no description
    append(width)
    append(height)
    append(24)
    append(0)  // no palette
    append(bytes.count)
    block.append(contentsOf: bytes)
    return block.base64EncodedString()
  }
}
