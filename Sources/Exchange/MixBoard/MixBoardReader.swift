import Music

/// Makes a document out of a tree of JSON; what is not as it should be is left out and reported,
/// and nothing else with it.
struct MixBoardReader {
  /// Of the document, as far as that is known.
  let folder: FilePath?
  private var problems: [DocumentProblem] = []
  private var unsaid = 0

  init(folder: FilePath?) { self.folder = folder }

  mutating func document(_ root: JSONNode) -> PlaylistDocument {
    var fields = MixBoardFields(root, "the file")
    var document = PlaylistDocument()
    let items = fields.list(MixBoardKey.playlists)
    let collection = fields.list(MixBoardKey.collection)
    report(fields)
    document.items = self.items(items, depth: 1)
    document.collection = tracks(collection, "track", of: "the collection")
    if let slots = root[MixBoardKey.slots] {
      document.slots = self.slots(slots, of: document.playlists.count)
    }
    if unsaid > 0 {
      problems.append(DocumentProblem(reason: "and \(unsaid) more problems"))
    }
    document.problems = problems
    return document
  }

  private mutating func report(_ fields: MixBoardFields) { fields.problems.forEach { report($0) } }

  private mutating func report(_ problem: DocumentProblem) {
    if problems.count < MixBoardFormat.mostProblems {
      problems.append(problem)
    } else {
      unsaid += 1
    }
  }

  private mutating func items(_ nodes: [JSONNode], depth: Int) -> [PlaylistDocument.Item] {
    var items: [PlaylistDocument.Item] = []
    for (place, node) in nodes.enumerated() {
      var fields = MixBoardFields(node, "playlist \(place + 1)")
      guard fields.isObject else {
        report(DocumentProblem(line: node.line, reason: "\(fields.subject) is not an object"))
        continue
      }
      guard node[MixBoardKey.playlists] != nil else {
        items.append(.playlist(playlist(&fields)))
        continue
      }
      if node[MixBoardKey.entries] != nil {
        fields.refuse(MixBoardKey.entries, "is of playlists, and this is a folder")
      }
      let name = fields.text(MixBoardKey.name)
      if name == nil { fields.refuse(MixBoardKey.name, "is missing") }
      let inner = fields.list(MixBoardKey.playlists)
      if depth > PlaylistDocument.deepest {
        fields.refuse(
          MixBoardKey.playlists, "nests too deep: its playlists go into the folder above")
      }
      report(fields)
      let contents = self.items(inner, depth: depth + 1)
      if depth > PlaylistDocument.deepest {
        items += contents
      } else {
        items.append(.folder(name: name ?? "Untitled", contents))
      }
    }
    return items
  }

  private mutating func playlist(_ fields: inout MixBoardFields) -> ListedPlaylist {
    var playlist = ListedPlaylist(
      name: fields.text(MixBoardKey.name), notes: fields.text(MixBoardKey.notes) ?? "",
      color: fields.text(MixBoardKey.color),
      targetBPM: fields.number(MixBoardKey.targetBPM, in: MixBoardFormat.tempi),
      template: fields.text(MixBoardKey.template) ?? "")
    let entries = fields.list(MixBoardKey.entries)
    report(fields)
    let title = playlist.name.map { "“\($0.prefix(60))”" } ?? fields.subject
    playlist.tracks = tracks(entries, "entry", of: title)
    return playlist
  }

  private mutating func tracks(
    _ nodes: [JSONNode], _ word: String, of list: String
  ) -> [ListedTrack] {
    var tracks: [ListedTrack] = []
    for (place, node) in nodes.enumerated() {
      var fields = MixBoardFields(node, "\(word) \(place + 1) of \(list)")
      guard fields.isObject else {
        report(DocumentProblem(line: node.line, reason: "\(fields.subject) is not an object"))
        continue
      }
      tracks.append(track(&fields))
    }
    return tracks
  }

  private mutating func track(_ fields: inout MixBoardFields) -> ListedTrack {
    var track = ListedTrack(.unknown(name: nil), line: fields.node.line)
    place(&track, &fields)
    track.title = fields.text(MixBoardKey.title)
    track.artist = fields.text(MixBoardKey.artist)
    track.album = fields.text(MixBoardKey.album)
    track.genre = fields.text(MixBoardKey.genre)
    track.year = fields.wholeNumber(MixBoardKey.year, in: 0...9999)
    track.duration = fields.time(MixBoardKey.duration)
    track.bpm = fields.number(MixBoardKey.bpm, in: MixBoardFormat.tempi)
    track.key = fields.text(MixBoardKey.key)
    track.rating = Rating(stars: fields.wholeNumber(MixBoardKey.rating, in: 0...5) ?? 0)
    track.notes = fields.text(MixBoardKey.notes) ?? ""
    track.sound = sound(&fields)
    let cues = fields.list(MixBoardKey.cues)
    report(fields)
    track.cues = cues.enumerated().compactMap { place, node in
      cue(node, "cue \(place + 1) of \(fields.subject)")
    }
    return track
  }

  private mutating func place(_ track: inout ListedTrack, _ fields: inout MixBoardFields) {
    let name = fields.text(MixBoardKey.file).flatMap { $0.isEmpty ? nil : $0 }
    let path = fields.path(MixBoardKey.path)
    let relative = fields.path(MixBoardKey.relative)
    if let address = fields.text(MixBoardKey.stream) {
      if let stream = StreamAddress(address) {
        track.location = .stream(stream)
        return
      }
      fields.refuse(MixBoardKey.stream, "is not an address of a stream")
    }
    switch (path, relative) {
    case (let path?, let relative?):
      track.location = .file(path)
      // Where both are the same place, one is enough.
      if folder.map({ RelativePlace.path(relative, from: $0) }) != path {
        track.otherPlaces = [relative]
      }
    case (let path?, nil): track.location = .file(path)
    case (nil, let relative?): track.location = .file(relative)
    case (nil, nil): track.location = .unknown(name: name)
    }
  }

  private func sound(_ fields: inout MixBoardFields) -> EntrySound {
    var sound = EntrySound(
      crossfade: fields.time(MixBoardKey.crossfade, upTo: EntrySound.longestCrossfade),
      start: fields.time(MixBoardKey.start), end: fields.time(MixBoardKey.end),
      gain: fields.number(MixBoardKey.gain, in: EntrySound.gains),
      isPiece: fields.flag(MixBoardKey.piece))
    if let end = sound.end, end <= sound.start ?? .zero {
      fields.refuse(MixBoardKey.end, "is not behind the start")
      sound.end = nil
    }
    return sound
  }

  private mutating func cue(_ node: JSONNode, _ subject: String) -> Cue? {
    var fields = MixBoardFields(node, subject)
    defer { report(fields) }
    guard let time = fields.time(MixBoardKey.time) else {
      if node[MixBoardKey.time] == nil { fields.refuse(MixBoardKey.time, "is missing") }
      return nil
    }
    var cue = Cue(
      id: CueID(0), time: time, end: fields.time(MixBoardKey.end),
      name: fields.text(MixBoardKey.name) ?? "", color: fields.text(MixBoardKey.color))
    if let end = cue.end, end <= time {
      fields.refuse(MixBoardKey.end, "is not behind its time")
      cue.end = nil
    }
    if let kind = fields.text(MixBoardKey.kind) {
      if let known = Cue.Kind(rawValue: kind.lowercased()) {
        cue.kind = known
      } else {
        cue.kind = .custom
        let kinds = Cue.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        fields.refuse(MixBoardKey.kind, "is none of \(kinds)")
      }
    }
    return cue
  }

  private mutating func slots(_ node: JSONNode, of count: Int) -> [MixSlot: Int] {
    var fields = MixBoardFields(node, "the slots")
    var slots: [MixSlot: Int] = [:]
    if !fields.isObject {
      report(DocumentProblem(line: node.line, reason: "“\(MixBoardKey.slots)” is not an object"))
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
}
