import Music

/// A `TRACK` of a collection, as far as it was read.
struct RekordboxTrack {
  private(set) var track: DocumentTrack
  let id: String?
  /// As written.
  let location: String?
  private(set) var problems: [DocumentProblem] = []
  private var hotCues: [Cue] = []

  static func location(of location: String) -> DocumentTrack.Location? {
    if let path = FileURI.path(of: location.utf8) {
      return path.bytes.contains(0) ? nil : .file(path)
    }
    return StreamAddress(location).map { .stream($0) }
  }

  init(_ element: RekordboxFields) {
    var fields = element
    id = fields.text("TrackID")
    location = fields.text("Location")
    track = DocumentTrack(.unknown(name: nil), line: fields.element.line)
    if let location {
      if let offset = RekordboxTrack.location(of: location) {
        track.location = offset
      } else {
        fields.refuse("Location", "is not an address of a file")
      }
    }
    track.title = fields.text("Name")
    track.artist = fields.text("Artist")
    track.album = fields.text("Album")
    track.genre = fields.text("Genre")
    // Rekordbox writes 0 for unknown values.
    track.year = fields.wholeNumber("Year", in: 0...9999).flatMap { $0 > 0 ? $0 : nil }
    track.duration = fields.time("TotalTime").flatMap { $0 > .zero ? $0 : nil }
    track.bpm = fields.number("AverageBpm", in: 0...999).flatMap { $0 > 0 ? $0 : nil }
    track.key = fields.text("Tonality")
    track.rating = RekordboxRating.rating(fields.wholeNumber("Rating", in: 0...255) ?? 0)
    track.notes = fields.text("Comments") ?? ""
    problems = fields.problems
  }

  /// A tempo of the beat grid; the first one is used where there is no average.
  mutating func addTempo(_ element: RekordboxFields) {
    var fields = element
    let bpm = fields.number("Bpm", in: 0...999)
    problems += fields.problems
    if track.bpm == nil, let bpm, bpm > 0 { track.bpm = bpm }
  }

  mutating func addMark(_ element: RekordboxFields) {
    var fields = element
    defer { problems += fields.problems }
    guard let start = fields.time("Start") else {
      if fields.text("Start") == nil { fields.refuse("Start", "is missing") }
      return
    }
    let type = fields.wholeNumber("Type", in: 0...4).flatMap(RekordboxFormat.MarkType.init)
    var cue = Cue(
      id: CueID(0), time: start, end: fields.time("End"), name: fields.text("Name") ?? "",
      color: color(&fields))
    // Points are also written with an end of 0 or of their own time.
    if let end = cue.end, end <= start { cue.end = nil }
    switch type {
    case .fadeIn: cue.kind = .mixIn
    case .fadeOut: cue.kind = .mixOut
    case .loop: cue.kind = .loop
    case .cue, .load, nil: cue.kind = .marker
    }
    let isBare = cue.name.isEmpty
    if case (.cue(let kind)?, let name) = MarkerName.read(cue.name) {
      cue.kind = kind
      cue.name = name
    }
    let isHot = (fields.wholeNumber("Num", in: -1...99) ?? -1) >= 0
    if isHot {
      track.cues.removeAll { $0.isCopy(of: cue) && !hotCues.contains($0) }
      hotCues.append(cue)
    } else if hotCues.contains(where: { cue.isCopy(of: $0, isBare: isBare) }) {
      return
    }
    track.cues.append(cue)
  }

  private func color(_ fields: inout RekordboxFields) -> String? {
    let parts = ["Red", "Green", "Blue"].compactMap { fields.wholeNumber($0, in: 0...255) }
    guard parts.count == 3 else { return nil }
    return MarkColor(
      nearest: MarkColor.RGB(
        red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2])))?.rawValue
  }
}

extension Cue {
  /// Whether it duplicates a hot cue: DJs keep each hot cue as a memory cue as well, mostly without
  /// a name.
  fileprivate func isCopy(of other: Cue, isBare: Bool? = nil) -> Bool {
    time == other.time && end == other.end
      && (isBare ?? (name.isEmpty && kind == .marker) || (name == other.name && kind == other.kind))
  }
}
