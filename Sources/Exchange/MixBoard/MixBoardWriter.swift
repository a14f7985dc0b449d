import Music

/// Makes a tree of JSON out of a document; what is not set is left out, so that a file changes
/// only where its contents do.
struct MixBoardWriter {
  let place: WritingPlace

  func node(of document: PlaylistDocument) -> JSONNode {
    var fields = Members()
    fields.add("format", MixBoardFormat.name)
    fields.add("version", Double(MixBoardFormat.version))
    fields.add(MixBoardKey.playlists, document.items.flatMap { nodes(of: $0, depth: 1) })
    if !document.collection.isEmpty {
      fields.add(MixBoardKey.collection, document.collection.map(node))
    }
    let count = document.playlists.count
    var slots = Members()
    for (slot, playlist) in document.slots.sorted(by: { $0.key < $1.key })
    where (0..<count).contains(playlist) {
      slots.add("\(slot.rawValue)", Double(playlist))
    }
    if !slots.list.isEmpty { fields.add(MixBoardKey.slots, slots.node) }
    return fields.node
  }

  /// A folder that is too deep gives its contents to the one above.
  private func nodes(of item: PlaylistDocument.Item, depth: Int) -> [JSONNode] {
    switch item {
    case .playlist(let playlist): return [node(of: playlist)]
    case .folder(let name, let inner):
      let contents = inner.flatMap { nodes(of: $0, depth: depth + 1) }
      guard depth <= PlaylistDocument.deepest else { return contents }
      var fields = Members()
      fields.add(MixBoardKey.name, name)
      fields.add(MixBoardKey.playlists, contents)
      return [fields.node]
    }
  }

  private func node(of playlist: ListedPlaylist) -> JSONNode {
    var fields = Members()
    fields.add(MixBoardKey.name, playlist.name)
    fields.add(MixBoardKey.notes, unlessEmpty: playlist.notes)
    fields.add(MixBoardKey.color, playlist.color)
    fields.add(MixBoardKey.targetBPM, playlist.targetBPM)
    fields.add(MixBoardKey.template, unlessEmpty: playlist.template)
    fields.add(MixBoardKey.entries, playlist.tracks.map(node))
    return fields.node
  }

  private func node(of track: ListedTrack) -> JSONNode {
    var fields = Members()
    add(track, to: &fields)
    fields.add(MixBoardKey.title, track.title)
    fields.add(MixBoardKey.artist, track.artist)
    fields.add(MixBoardKey.album, track.album)
    fields.add(MixBoardKey.genre, track.genre)
    fields.add(MixBoardKey.year, track.year.map(Double.init))
    fields.add(MixBoardKey.duration, track.duration)
    fields.add(MixBoardKey.bpm, track.bpm)
    fields.add(MixBoardKey.key, track.key)
    fields.add(MixBoardKey.rating, track.rating == .none ? nil : Double(track.rating.stars))
    fields.add(MixBoardKey.notes, unlessEmpty: track.notes)
    fields.add(MixBoardKey.start, track.sound.start)
    fields.add(MixBoardKey.end, track.sound.end)
    fields.add(MixBoardKey.crossfade, track.sound.crossfade)
    fields.add(MixBoardKey.gain, track.sound.gain)
    if track.sound.isPiece { fields.add(MixBoardKey.piece, JSONNode(.bool(true))) }
    if !track.cues.isEmpty { fields.add(MixBoardKey.cues, track.cues.map(node)) }
    return fields.node
  }

  private func add(_ track: ListedTrack, to fields: inout Members) {
    switch track.location {
    case .stream(let address): fields.add(MixBoardKey.stream, address.text)
    case .unknown(let name): fields.add(MixBoardKey.file, name)
    case .file(let path):
      fields.add(MixBoardKey.file, path.name)
      let isAbsolute = path.bytes.first == UInt8(ascii: "/")
      if isAbsolute, !place.isRelative { fields.add(MixBoardKey.path, MixBoardWriter.text(path)) }
      let folder = place.path.parent
      let relative = isAbsolute ? folder.map { RelativePlace.relative(path, to: $0) } : path
      if let relative { fields.add(MixBoardKey.relative, MixBoardWriter.text(relative)) }
    }
  }

  /// As it is, or, where it is no text, as an address with escapes.
  private static func text(_ path: FilePath) -> String {
    let isText =
      String(validating: path.bytes, as: UTF8.self) != nil
      && !path.bytes.starts(with: Array("file:".utf8))
    return isText ? path.text : "file:" + FileURI.encoded(path.bytes)
  }

  private func node(of cue: Cue) -> JSONNode {
    var fields = Members()
    fields.add(MixBoardKey.time, cue.time)
    fields.add(MixBoardKey.end, cue.end)
    fields.add(MixBoardKey.kind, cue.kind.rawValue)
    fields.add(MixBoardKey.name, unlessEmpty: cue.name)
    fields.add(MixBoardKey.color, cue.color)
    return fields.node
  }
}

/// The members of an object in the making.
private struct Members {
  private(set) var list: [JSONMember] = []

  var node: JSONNode { JSONNode(.object(list)) }

  mutating func add(_ name: String, _ node: JSONNode) {
    list.append(JSONMember(name: name, node: node))
  }

  mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, JSONNode(.text(text))) }
  }

  mutating func add(_ name: String, unlessEmpty text: String) {
    if !text.isEmpty { add(name, text) }
  }

  mutating func add(_ name: String, _ number: Double?) {
    if let number, number.isFinite { add(name, JSONNode(.number(number))) }
  }

  /// Seconds, to the microsecond.
  mutating func add(_ name: String, _ time: Duration?) {
    add(name, time.map { Double($0.nearestMicroseconds) / 1_000_000 })
  }

  mutating func add(_ name: String, _ nodes: [JSONNode]) { add(name, JSONNode(.array(nodes))) }
}
