import Music

/// Writes Rekordbox's XML: each track once in the collection, playlists by its number.
struct RekordboxWriter {
  let target: WritingTarget
  private var xml = XMLWriter()
  private var tracks: [DocumentTrack] = []
  private var numbers: [MediaSource: Int] = [:]

  init(target: WritingTarget) { self.target = target }

  mutating func bytes(of document: PlaylistDocument) throws(DocumentProblem) -> [UInt8] {
    for track in document.playlists.flatMap(\.tracks) + document.collection { try collect(track) }
    xml.open("DJ_PLAYLISTS", ["Version": "1.0.0"])
    xml.empty("PRODUCT", ["Name": "Tritone", "Version": ProgramVersion.text, "Company": ""])
    xml.open("COLLECTION", ["Entries": "\(tracks.count)"])
    for (offset, track) in tracks.enumerated() { try write(track, number: offset + 1) }
    xml.close()
    xml.open("PLAYLISTS")
    xml.open("NODE", ["Type": "0", "Name": "ROOT", "Count": "\(document.items.count)"])
    for item in document.items { try write(item, depth: 1) }
    xml.close()
    xml.close()
    xml.close()
    return xml.bytes
  }

  /// The source with an absolute path: Rekordbox knows no relative ones.
  private func source(of track: DocumentTrack) throws(DocumentProblem) -> MediaSource {
    switch track.location {
    case .stream(let address): return .stream(address)
    case .file(let path):
      return .file(RelativePath.path(path, from: target.path.parent ?? FilePath("/")))
    case .unknown(let name):
      let title = name ?? track.title ?? "a track"
      throw DocumentProblem(
        reason: "nobody knows where “\(title)” is, and Rekordbox lists files only: find it with"
          + " :relocate or take it out of the playlist")
    }
  }

  /// A file is one track, however often and in whatever parts it is played.
  private mutating func collect(_ track: DocumentTrack) throws(DocumentProblem) {
    let source = try source(of: track)
    guard let number = numbers[source] else {
      numbers[source] = tracks.count + 1
      tracks.append(track)
      return
    }
    let known = tracks[number - 1]
    // The title of a virtual track is not that of its file.
    if known.sound.isVirtualTrack, !track.sound.isVirtualTrack { tracks[number - 1] = track }
    if tracks[number - 1].cues.isEmpty {
      tracks[number - 1].cues = known.cues.isEmpty ? track.cues : known.cues
    }
  }

  private mutating func write(_ track: DocumentTrack, number: Int) throws(DocumentProblem) {
    let source = try source(of: track)
    let kind = source.file?.fileExtension ?? ""
    let title = track.sound.isVirtualTrack ? nil : track.title
    let attributes: XMLWriter.Attributes = [
      "TrackID": "\(number)", "Name": title ?? source.stem, "Artist": track.artist,
      "Album": track.album, "Genre": track.genre,
      "Kind": kind.isEmpty ? nil : "\(kind.uppercased()) File",
      "TotalTime": track.duration.map { "\(($0.wholeMilliseconds + 500) / 1000)" },
      "Year": track.year.map { "\($0)" },
      "AverageBpm": track.bpm.flatMap(RekordboxWriter.bpm),
      "Comments": track.notes.isEmpty ? nil : track.notes,
      "Rating": "\(RekordboxRating.number(of: track.rating))",
      "Location": source.file.map { FileURI.text(of: $0, host: "localhost") } ?? source.text,
      "Tonality": track.key,
    ]
    // No TEMPO: the first beat is unknown, and Rekordbox would trust a wrong grid.
    guard !track.cues.isEmpty else { return xml.empty("TRACK", attributes) }
    xml.open("TRACK", attributes)
    let cues = track.cues.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    for (offset, cue) in cues.enumerated() {
      write(cue.element, hotCue: offset < RekordboxFormat.hotCues ? offset : -1)
    }
    xml.close()
  }

  private mutating func write(_ cue: Cue, hotCue number: Int) {
    let isLoop = cue.kind == .loop && cue.end != nil
    // A loop has its own type and needs no kind before its name.
    let name =
      isLoop && MarkerName.read(cue.name).kind == nil
      ? cue.name : MarkerName.text(.cue(cue.kind), cue.name)
    let color = cue.color.flatMap(MarkColor.init(of:))?.rgb
    let type: RekordboxFormat.MarkType = isLoop ? .loop : .cue
    xml.empty(
      "POSITION_MARK",
      [
        "Name": name, "Type": "\(type.rawValue)", "Start": RekordboxWriter.seconds(cue.time),
        "End": cue.end.map(RekordboxWriter.seconds), "Num": "\(number)",
        "Red": color.map { "\($0.red)" }, "Green": color.map { "\($0.green)" },
        "Blue": color.map { "\($0.blue)" },
      ])
  }

  private mutating func write(_ item: PlaylistDocument.Item, depth: Int) throws(DocumentProblem) {
    switch item {
    case .folder(_, let items) where depth > PlaylistDocument.maximumDepth:
      for item in items { try write(item, depth: depth + 1) }
    case .folder(let name, let items):
      xml.open("NODE", ["Type": "0", "Name": name, "Count": "\(items.count)"])
      for item in items { try write(item, depth: depth + 1) }
      xml.close()
    case .playlist(let playlist):
      xml.open(
        "NODE",
        [
          "Name": playlist.name ?? target.path.stem, "Type": "1", "KeyType": "0",
          "Entries": "\(playlist.tracks.count)",
        ])
      for track in playlist.tracks {
        xml.empty("TRACK", ["Key": numbers[try source(of: track)].map { "\($0)" }])
      }
      xml.close()
    }
  }

  /// With two decimals; nil beyond the range of Rekordbox.
  private static func bpm(_ value: Double) -> String? {
    guard value > 0, value < 1000 else { return nil }
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest.zeroPadded())"
  }

  /// With three decimals.
  private static func seconds(_ time: Duration) -> String {
    let milliseconds = time.wholeMilliseconds
    let rest = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
