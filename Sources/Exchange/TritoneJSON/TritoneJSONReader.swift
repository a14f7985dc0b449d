internal import JSON
import Music

/// Converts JSON to a document; an invalid value is left out and reported, and nothing else with
/// it.
struct TritoneJSONReader {
  /// The folder of the document, where known.
  let folder: FilePath?
  private var problems: [DocumentProblem] = []
  private var unreported = 0

  init(folder: FilePath?) { self.folder = folder }

  mutating func document(_ root: JSONNode) -> PlaylistDocument {
    var fields = TritoneJSONFields(root, "the file")
    var document = PlaylistDocument()
    let items = fields.list(TritoneJSONKey.playlists)
    let collection = fields.list(TritoneJSONKey.collection)
    report(fields)
    document.items = self.items(items, depth: 1)
    document.collection = tracks(collection, "track", of: "the collection")
    if let slots = root[TritoneJSONKey.slots] {
      document.slots = self.slots(slots, of: document.playlists.count)
    }
    if let seen = root[TritoneJSONKey.seen] {
      document.seen = versions(seen, TritoneJSONKey.seen)
    }
    if unreported > 0 {
      problems.append(DocumentProblem(reason: "and \(unreported) more problems"))
    }
    document.problems = problems
    return document
  }

  private mutating func report(_ fields: TritoneJSONFields) {
    fields.problems.forEach { report($0) }
  }

  private mutating func report(_ problem: DocumentProblem) {
    if problems.count < TritoneJSONFormat.maximumProblems {
      problems.append(problem)
    } else {
      unreported += 1
    }
  }

  private mutating func items(_ nodes: [JSONNode], depth: Int) -> [PlaylistDocument.Item] {
    var items: [PlaylistDocument.Item] = []
    for (offset, node) in nodes.enumerated() {
      var fields = TritoneJSONFields(node, "playlist \(offset + 1)")
      guard fields.isObject else {
        report(DocumentProblem(line: node.line, reason: "\(fields.subject) is not an object"))
        continue
      }
      guard node[TritoneJSONKey.playlists] != nil else {
        items.append(.playlist(playlist(&fields)))
        continue
      }
      if node[TritoneJSONKey.entries] != nil {
        fields.refuse(TritoneJSONKey.entries, "is of playlists, and this is a folder")
      }
      let name = fields.text(TritoneJSONKey.name)
      if name == nil { fields.refuse(TritoneJSONKey.name, "is missing") }
      let inner = fields.list(TritoneJSONKey.playlists)
      if depth > PlaylistDocument.maximumDepth {
        fields.refuse(
          TritoneJSONKey.playlists, "nests too deep: its playlists go into the folder above")
      }
      report(fields)
      let contents = self.items(inner, depth: depth + 1)
      if depth > PlaylistDocument.maximumDepth {
        items += contents
      } else {
        items.append(.folder(name: name ?? "Untitled", contents))
      }
    }
    return items
  }

  private mutating func playlist(_ fields: inout TritoneJSONFields) -> DocumentPlaylist {
    let before = problems.count + unreported
    var playlist = DocumentPlaylist(
      name: fields.text(TritoneJSONKey.name), notes: fields.text(TritoneJSONKey.notes) ?? "",
      color: fields.text(TritoneJSONKey.color),
      targetBPM: fields.number(TritoneJSONKey.targetBPM, in: TritoneJSONFormat.tempos),
      template: fields.text(TritoneJSONKey.template) ?? "")
    playlist.isSmart = fields.flag(TritoneJSONKey.smart)
    if let version = fields.node[TritoneJSONKey.version] {
      playlist.version = versions(version, TritoneJSONKey.version)
    }
    let entries = fields.list(TritoneJSONKey.entries)
    report(fields)
    let title = playlist.name.map { "“\($0.prefix(60))”" } ?? fields.subject
    playlist.tracks = tracks(entries, "entry", of: title)
    playlist.isDamaged = problems.count + unreported > before
    return playlist
  }

  private mutating func tracks(
    _ nodes: [JSONNode], _ word: String, of list: String
  ) -> [DocumentTrack] {
    var tracks: [DocumentTrack] = []
    for (offset, node) in nodes.enumerated() {
      var fields = TritoneJSONFields(node, "\(word) \(offset + 1) of \(list)")
      guard fields.isObject else {
        report(DocumentProblem(line: node.line, reason: "\(fields.subject) is not an object"))
        continue
      }
      tracks.append(track(&fields))
    }
    return tracks
  }

  private mutating func track(_ fields: inout TritoneJSONFields) -> DocumentTrack {
    var track = DocumentTrack(.unknown(name: nil), line: fields.node.line)
    locate(&track, &fields)
    track.title = fields.text(TritoneJSONKey.title)
    track.artist = fields.text(TritoneJSONKey.artist)
    track.album = fields.text(TritoneJSONKey.album)
    track.genre = fields.text(TritoneJSONKey.genre)
    track.year = fields.wholeNumber(TritoneJSONKey.year, in: 0...9999)
    track.duration = fields.time(TritoneJSONKey.duration)
    track.bpm = fields.number(TritoneJSONKey.bpm, in: TritoneJSONFormat.tempos)
    track.key = fields.text(TritoneJSONKey.key)
    track.rating = Rating(stars: fields.wholeNumber(TritoneJSONKey.rating, in: 0...5) ?? 0)
    track.notes = fields.text(TritoneJSONKey.notes) ?? ""
    track.sound = sound(&fields)
    let cues = fields.list(TritoneJSONKey.cues)
    track.reaction = fields.reaction()
    track.labels = fields.labels()
    let comments = fields.list(TritoneJSONKey.comments)
    report(fields)
    track.primary = primary(fields)
    track.comments = comments.enumerated().compactMap { offset, node in
      comment(node, "comment \(offset + 1) of \(fields.subject)")
    }
    track.cues = cues.enumerated().compactMap { offset, node in
      cue(node, "cue \(offset + 1) of \(fields.subject)")
    }
    return track
  }

  private mutating func locate(_ track: inout DocumentTrack, _ fields: inout TritoneJSONFields) {
    let name = fields.text(TritoneJSONKey.file).flatMap { $0.isEmpty ? nil : $0 }
    let path = fields.path(TritoneJSONKey.path)
    let relative = fields.path(TritoneJSONKey.relative)
    if let address = fields.text(TritoneJSONKey.stream) {
      if let stream = StreamAddress(address) {
        track.location = .stream(stream)
        return
      }
      fields.refuse(TritoneJSONKey.stream, "is not an address of a stream")
    }
    switch (path, relative) {
    case (let path?, let relative?):
      track.location = .file(path)
      // Where both lead to the same path, one is enough.
      if folder.map({ RelativePath.path(relative, from: $0) }) != path {
        track.otherPaths = [relative]
      }
    case (let path?, nil): track.location = .file(path)
    case (nil, let relative?): track.location = .file(relative)
    case (nil, nil): track.location = .unknown(name: name)
    }
  }

  private mutating func primary(_ fields: TritoneJSONFields) -> DocumentTrack.Location? {
    guard let node = fields.node[TritoneJSONKey.variationOf] else { return nil }
    var own = TritoneJSONFields(node, "“\(TritoneJSONKey.variationOf)” of \(fields.subject)")
    guard own.isObject else {
      report(DocumentProblem(line: node.line, reason: "\(own.subject) is not an object"))
      return nil
    }
    var primary = DocumentTrack(.unknown(name: nil))
    locate(&primary, &own)
    report(own)
    return primary.location == .unknown(name: nil) ? nil : primary.location
  }

  private mutating func comment(_ node: JSONNode, _ subject: String) -> TrackComment? {
    var fields = TritoneJSONFields(node, subject)
    defer { report(fields) }
    return fields.comment()
  }

  private func sound(_ fields: inout TritoneJSONFields) -> EntryPlayback {
    var sound = EntryPlayback(
      crossfade: fields.time(TritoneJSONKey.crossfade, upTo: EntryPlayback.maximumCrossfade),
      start: fields.time(TritoneJSONKey.start), end: fields.time(TritoneJSONKey.end),
      gain: fields.number(TritoneJSONKey.gain, in: EntryPlayback.gains),
      isVirtualTrack: fields.flag(TritoneJSONKey.piece))
    if let end = sound.end, end <= sound.start ?? .zero {
      fields.refuse(TritoneJSONKey.end, "is not behind the start")
      sound.end = nil
    }
    return sound
  }

  private mutating func cue(_ node: JSONNode, _ subject: String) -> Cue? {
    var fields = TritoneJSONFields(node, subject)
    defer { report(fields) }
    guard let time = fields.time(TritoneJSONKey.time) else {
      if node[TritoneJSONKey.time] == nil { fields.refuse(TritoneJSONKey.time, "is missing") }
      return nil
    }
    var cue = Cue(
      id: CueID(0), time: time, end: fields.time(TritoneJSONKey.end),
      name: fields.text(TritoneJSONKey.name) ?? "", color: fields.text(TritoneJSONKey.color))
    if let end = cue.end, end <= time {
      fields.refuse(TritoneJSONKey.end, "is not behind its time")
      cue.end = nil
    }
    if let kind = fields.text(TritoneJSONKey.kind) {
      if let known = Cue.Kind(rawValue: kind.lowercased()) {
        cue.kind = known
      } else {
        cue.kind = .custom
        let kinds = Cue.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        fields.refuse(TritoneJSONKey.kind, "is none of \(kinds)")
      }
    }
    return cue
  }

  private mutating func slots(_ node: JSONNode, of count: Int) -> [MixSlot: Int] {
    var fields = TritoneJSONFields(node, "the slots")
    var slots: [MixSlot: Int] = [:]
    if !fields.isObject {
      report(DocumentProblem(line: node.line, reason: "“\(TritoneJSONKey.slots)” is not an object"))
    }
    for slot in MixSlot.allCases {
      guard node["\(slot.rawValue)"] != nil else { continue }
      guard count > 0 else {
        fields.refuse("\(slot.rawValue)", "is the place of a playlist, and there is none")
        continue
      }
      slots[slot] = fields.wholeNumber("\(slot.rawValue)", in: 0...(count - 1))
    }
    report(fields)
    return slots
  }

  private mutating func versions(_ node: JSONNode, _ key: String) -> VersionVector {
    var fields = TritoneJSONFields(node, "the versions")
    guard case .object(let members) = node.value, members.count <= TritoneJSONFormat.maximumMachines
    else {
      report(
        DocumentProblem(
          line: node.line, reason: "“\(key)” is not an object of counters"))
      return VersionVector()
    }
    var counters: [String: Int] = [:]
    for member in members {
      counters[member.name] = fields.wholeNumber(member.name, in: TritoneJSONFormat.counters)
    }
    report(fields)
    return VersionVector(counters)
  }
}
