internal import Media
internal import Music

/// A track that a scan inserts.
struct NewTrack: Sendable {
  var track: ScannedTrack
  var job: ReadJob
  /// The row of its folder.
  var folder: Int64

  /// The bytes of its texts and its path.
  var bytes: Int { track.textBytes + job.path.bytes.count }

  /// As `bytes`, with the texts that its row does not have.
  var heldBytes: Int {
    let tags = track.facts.tags
    return (tags.artists + tags.genres).reduce(bytes) { $0 + $1.utf8.count }
  }

  /// Adds all columns: the id, those of `TrackWriter.columns`, the path and the time.
  func add(to row: some RowTaking, id: Int64, change: Int64, now: Int64) {
    row.add(id)
    addFacts(to: row, change: change)
    row.add(job.path.bytes)
    row.add(now)
  }

  /// Adds the columns of `TrackWriter.columns`, in their order.
  func addFacts(to row: some RowTaking, change: Int64) {
    // Field by field: a copy of all facts would retain every text.
    row.add(job.root)
    row.add(folder)
    for index in 0..<6 { row.add(track.texts[index]) }
    row.add(track.facts.tags.year)
    row.add(track.facts.tags.trackNumber)
    row.add(track.facts.tags.discNumber)
    row.add(track.facts.tags.bpm)
    row.add(track.texts[6])
    row.add(track.facts.audio.duration?.wholeMicroseconds)
    row.add(track.texts[7])
    row.add(track.texts[8])
    row.add(track.facts.audio.sampleRate)
    row.add(track.facts.audio.bitDepth)
    row.add(track.facts.audio.channels)
    row.add(track.facts.audio.bitRate)
    row.add(track.facts.audio.hasArt)
    row.add(track.facts.file.size)
    row.add(track.facts.file.modified)
    for index in 9..<14 { row.add(track.texts[index]) }
    row.add(track.facts.tags.isCompilation)
    row.add(track.facts.audioHash)
    row.add(change)
    row.add(TrackWriter.reading)
  }
}

/// A track that a scan has inserted.
struct InsertedTrack: Sendable {
  var id: Int64
  var new: NewTrack
}
