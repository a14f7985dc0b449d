/// A digest of a playlist that is the same on machines whose files lie in other folders.
///
/// It leaves out what each library knows of a track by itself: all of its path but its name and that
/// of its folder, extensions, tags, analyses.
package enum PlaylistDigest {
  /// Of the playlist's details and entries. Its name is left out: only playlists of one name are
  /// compared, and copies under another.
  package static func list(_ playlist: DocumentPlaylist) -> String {
    var hash = Hash()
    hash.add(playlist.notes)
    hash.add(playlist.color ?? "")
    hash.add(thousandths: playlist.targetBPM)
    hash.add(playlist.template)
    for track in playlist.tracks {
      hash.add(name(of: track))
      hash.add(track.notes)
      hash.add(track.sound.start)
      hash.add(track.sound.end)
      hash.add(track.sound.crossfade)
      hash.add(thousandths: track.sound.gain)
      hash.add(track.sound.isVirtualTrack ? track.title ?? "" : nil)
    }
    return hash.text
  }

  /// Of the marks, cues and comments of tracks.
  package static func marks(_ tracks: [DocumentTrack]) -> String {
    var hash = Hash()
    for track in tracks {
      hash.add(name(of: track))
      hash.add(Int64(track.rating.stars))
      for cue in track.cues {
        hash.add(cue.time)
        hash.add(cue.end)
        hash.add(cue.kind.rawValue)
        hash.add(cue.name)
        hash.add(cue.color ?? "")
      }
      add(labelsOf: track, to: &hash)
    }
    return hash.text
  }

  /// Nothing for a track without, whose digest is that of earlier versions.
  private static func add(labelsOf track: DocumentTrack, to hash: inout Hash) {
    if track.reaction != .none { hash.add("\(track.reaction)") }
    if !track.labels.isEmpty {
      let labels = track.labels
      for text in [
        labels.category?.rawValue, labels.collection, labels.mood, labels.timeSignature,
      ] {
        hash.add(text)
      }
      for tag in labels.tags { hash.add(tag) }
    }
    for comment in track.comments {
      hash.add(comment.id.rawValue)
      hash.add(comment.place)
      hash.add(comment.text)
    }
    if let primary = track.primary { hash.add(name(of: primary)) }
  }

  /// Of the bytes of a file.
  package static func file(_ bytes: [UInt8]) -> String {
    var hash = Hash()
    bytes.withUnsafeBufferPointer { hash.add($0) }
    return hash.text
  }

  /// With the name of the folder, since many albums have a file "01".
  private static func name(of track: DocumentTrack) -> String { name(of: track.location) }

  private static func name(of location: DocumentTrack.Location) -> String {
    switch location {
    case .file(let path): "\(path.parent?.name ?? "")/\(path.stem)".lowercased()
    case .stream(let address): address.text
    case .unknown(let name): FilePath(name ?? "").stem.lowercased()
    }
  }

  /// FNV-1a with 64 bits: the same in every process, which `Hasher` is not.
  private struct Hash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
      for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func add(_ text: String) {
      var text = text
      text.withUTF8 { add($0) }
      // No text has this byte: it ends a value.
      state = (state ^ 0xFF) &* 0x100_0000_01B3
    }

    /// In microseconds, the precision of the library.
    mutating func add(_ time: Duration?) {
      add(time.flatMap { Int64(exactly: ($0 / .microseconds(1)).rounded()) })
    }

    mutating func add(thousandths number: Double?) {
      add(number.flatMap { Int64(exactly: ($0 * 1_000).rounded()) })
    }

    mutating func add(_ text: String?) { add(text ?? "\u{0}") }
    mutating func add(_ number: Int64?) { add(number.map { String($0) } ?? "\u{0}") }

    var text: String { String(state, radix: 16) }
  }
}
