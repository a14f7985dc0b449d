internal import GRDB
internal import Music

// Reactions, labels, variations and comments of a document.
extension ImportedMarks {
  mutating func applyLabels(of listed: DocumentTrack, to track: Int64) throws {
    located[listed.location] = track
    if let primary = listed.primary { primaries.append((track, primary)) }
    var isChanged = false
    if listed.reaction != .none {
      try db.makeMarks(of: track)
      try db.cachedStatement(sql: "UPDATE marks SET reaction = ? WHERE track = ? AND reaction = 0")
        .execute(arguments: [listed.reaction.rawValue, track])
      isChanged = db.changesCount > 0
    }
    if !listed.labels.isEmpty {
      let old = try db.labels(of: track)
      let labels = old.filled(from: listed.labels.storable)
      if labels != old, try db.write(labels, over: old, of: track) { isChanged = true }
    }
    if isChanged { labelled += 1 }
    if !listed.comments.isEmpty { comments += try add(listed.comments, to: track) }
  }

  /// Adds the comments that the library has no like of, and takes over later edits of others;
  /// returns their number.
  private func add(_ listed: [TrackComment], to track: Int64) throws -> Int {
    var present = try db.comments(of: [track])
    var added = 0
    for comment in listed where present.count < TrackComment.maximumOfTrack {
      if let known = try db.comments(where: "uuid = ?", [comment.id.rawValue]).first {
        guard comment.edited ?? 0 > known.edited ?? 0, comment.text != known.text,
          comment.author == known.author
        else { continue }
        try db.execute(
          sql: "UPDATE comments SET text = ?, edited = ? WHERE uuid = ?",
          arguments: [comment.text, comment.edited, comment.id.rawValue])
        added += 1
        continue
      }
      let isThere = present.contains {
        $0.text == comment.text && $0.place == comment.place && $0.author == comment.author
      }
      guard !isThere else { continue }
      var own = comment
      own.track = TrackID(track)
      try db.insert(own)
      present.append(own)
      added += 1
    }
    return added
  }

  /// Makes tracks that are in no group variations of those that the document names, after all of its
  /// tracks are there.
  mutating func gatherVariations(from document: FilePath) throws {
    let places = DocumentPaths(of: document)
    for (track, location) in primaries {
      guard let primary = try located[location] ?? self.track(at: location, places),
        primary != track, try db.primary(of: track) == nil, try db.variations(of: track).isEmpty
      else { continue }
      try db.setPrimary(try db.primary(of: primary) ?? primary, of: track)
      labelled += 1
    }
  }

  private func track(at location: DocumentTrack.Location, _ places: DocumentPaths) throws -> Int64?
  {
    guard case .file = location else { return nil }
    return try db.track(of: .file(places.expected(DocumentTrack(location))))
  }
}
