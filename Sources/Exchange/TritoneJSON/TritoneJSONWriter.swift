internal import JSON
import Music

/// Converts a document to JSON; unset values are left out, so that a file changes only where its
/// contents do.
struct TritoneJSONWriter {
  let target: WritingTarget

  func node(of document: PlaylistDocument) -> JSONNode {
    var fields = Members()
    fields.add("format", TritoneJSONFormat.name)
    fields.add("version", Double(TritoneJSONFormat.version))
    fields.add(TritoneJSONKey.playlists, document.items.flatMap { nodes(of: $0, depth: 1) })
    if !document.collection.isEmpty {
      fields.add(TritoneJSONKey.collection, document.collection.map(node))
    }
    let count = document.playlists.count
    var slots = Members()
    for (slot, playlist) in document.slots.sorted(by: { $0.key < $1.key })
    where (0..<count).contains(playlist) {
      slots.add("\(slot.rawValue)", Double(playlist))
    }
    if !slots.list.isEmpty { fields.add(TritoneJSONKey.slots, slots.node) }
    add(document.seen, TritoneJSONKey.seen, to: &fields)
    return fields.node
  }

  private func add(_ versions: VersionVector, _ key: String, to fields: inout Members) {
    guard !versions.isEmpty else { return }
    var counters = Members()
    for (machine, counter) in versions.counters.sorted(by: { $0.key < $1.key }) {
      counters.add(machine, Double(counter))
    }
    fields.add(key, counters.node)
  }

  /// A folder beyond the maximum depth passes its contents to the one above.
  private func nodes(of item: PlaylistDocument.Item, depth: Int) -> [JSONNode] {
    switch item {
    case .playlist(let playlist): return [node(of: playlist)]
    case .folder(let name, let inner):
      let contents = inner.flatMap { nodes(of: $0, depth: depth + 1) }
      guard depth <= PlaylistDocument.maximumDepth else { return contents }
      var fields = Members()
      fields.add(TritoneJSONKey.name, name)
      fields.add(TritoneJSONKey.playlists, contents)
      return [fields.node]
    }
  }

  private func node(of playlist: DocumentPlaylist) -> JSONNode {
    var fields = Members()
    fields.add(TritoneJSONKey.name, playlist.name)
    fields.add(TritoneJSONKey.notes, unlessEmpty: playlist.notes)
    fields.add(TritoneJSONKey.color, playlist.color)
    fields.add(TritoneJSONKey.targetBPM, playlist.targetBPM)
    fields.add(TritoneJSONKey.template, unlessEmpty: playlist.template)
    if playlist.isSmart { fields.add(TritoneJSONKey.smart, JSONNode(.bool(true))) }
    add(playlist.version, TritoneJSONKey.version, to: &fields)
    fields.add(TritoneJSONKey.entries, playlist.tracks.map(node))
    return fields.node
  }

  private func node(of track: DocumentTrack) -> JSONNode {
    var fields = Members()
    add(track.location, to: &fields)
    fields.add(TritoneJSONKey.title, track.title)
    fields.add(TritoneJSONKey.artist, track.artist)
    fields.add(TritoneJSONKey.album, track.album)
    fields.add(TritoneJSONKey.genre, track.genre)
    fields.add(TritoneJSONKey.year, track.year.map(Double.init))
    fields.add(TritoneJSONKey.duration, track.duration)
    fields.add(TritoneJSONKey.bpm, track.bpm)
    fields.add(TritoneJSONKey.key, track.key)
    fields.add(TritoneJSONKey.rating, track.rating == .none ? nil : Double(track.rating.stars))
    fields.add(TritoneJSONKey.notes, unlessEmpty: track.notes)
    fields.add(TritoneJSONKey.start, track.sound.start)
    fields.add(TritoneJSONKey.end, track.sound.end)
    fields.add(TritoneJSONKey.crossfade, track.sound.crossfade)
    fields.add(TritoneJSONKey.gain, track.sound.gain)
    if track.sound.isVirtualTrack { fields.add(TritoneJSONKey.piece, JSONNode(.bool(true))) }
    if !track.cues.isEmpty { fields.add(TritoneJSONKey.cues, track.cues.map(node)) }
    if track.reaction != .none { fields.add(TritoneJSONKey.reaction, "\(track.reaction)") }
    add(track.labels, to: &fields)
    if let primary = track.primary {
      var location = Members()
      add(primary, to: &location)
      fields.add(TritoneJSONKey.variationOf, location.node)
    }
    if !track.comments.isEmpty { fields.add(TritoneJSONKey.comments, track.comments.map(node)) }
    return fields.node
  }

  private func add(_ labels: TrackLabels, to fields: inout Members) {
    fields.add(TritoneJSONKey.category, labels.category?.rawValue)
    if !labels.tags.isEmpty {
      fields.add(TritoneJSONKey.tags, labels.tags.map { JSONNode(.text($0)) })
    }
    fields.add(TritoneJSONKey.collection, labels.collection)
    fields.add(TritoneJSONKey.mood, labels.mood)
    fields.add(TritoneJSONKey.timeSignature, labels.timeSignature)
  }

  private func node(of comment: TrackComment) -> JSONNode {
    var fields = Members()
    fields.add(TritoneJSONKey.id, comment.id.rawValue)
    fields.add(TritoneJSONKey.time, comment.place)
    fields.add(TritoneJSONKey.author, comment.author)
    fields.add(TritoneJSONKey.text, comment.text)
    fields.add(TritoneJSONKey.created, Double(comment.created))
    fields.add(TritoneJSONKey.edited, comment.edited.map(Double.init))
    return fields.node
  }

  private func add(_ location: DocumentTrack.Location, to fields: inout Members) {
    switch location {
    case .stream(let address): fields.add(TritoneJSONKey.stream, address.text)
    case .unknown(let name): fields.add(TritoneJSONKey.file, name)
    case .file(let path):
      fields.add(TritoneJSONKey.file, path.name)
      let isAbsolute = path.bytes.first == UInt8(ascii: "/")
      if isAbsolute, !target.isRelative {
        fields.add(TritoneJSONKey.path, TritoneJSONWriter.text(path))
      }
      let folder = target.path.parent
      let relative = isAbsolute ? folder.map { RelativePath.relative(path, to: $0) } : path
      if let relative { fields.add(TritoneJSONKey.relative, TritoneJSONWriter.text(relative)) }
    }
  }

  /// The path, or a URI where it is not UTF-8.
  private static func text(_ path: FilePath) -> String {
    let isText =
      String(validating: path.bytes, as: UTF8.self) != nil
      && !path.bytes.starts(with: Array("file:".utf8))
    return isText ? path.text : "file:" + FileURI.encoded(path.bytes)
  }

  private func node(of cue: Cue) -> JSONNode {
    var fields = Members()
    fields.add(TritoneJSONKey.time, cue.time)
    fields.add(TritoneJSONKey.end, cue.end)
    fields.add(TritoneJSONKey.kind, cue.kind.rawValue)
    fields.add(TritoneJSONKey.name, unlessEmpty: cue.name)
    fields.add(TritoneJSONKey.color, cue.color)
    return fields.node
  }
}

/// The members of an object under construction.
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
