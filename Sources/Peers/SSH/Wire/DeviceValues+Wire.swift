internal import Music
internal import Sync

extension WireWriter {
  mutating func write(_ file: DeviceFile) {
    write(file.path)
    write(file.size)
    write(file.modified)
  }

  mutating func write(_ marks: DeviceMarks) {
    write(max(0, marks.plays))
    write(marks.lastPlayed)
    write(marks.isFavorite)
    write(min(max(0, marks.rating), 5))
  }

  mutating func write(_ track: DeviceTrack) {
    writeID(track.id)
    write(track.path)
    write(track.title)
    for text in [track.artist, track.album, track.albumArtist, track.genre] { write(text) }
    write(track.year) { $0.write($1) }
    write(track.trackNumber) { $0.write($1) }
    write(track.duration.isFinite ? track.duration : 0)
    for number in [track.size, track.modified, track.created, track.updated] { write(number) }
    write(track.marks)
  }

  mutating func write(_ play: DevicePlay) {
    write(play.path.flatMap { RemotePath.isSafe($0) ? $0 : nil }) { $0.write($1) }
    write(play.artist)
    write(play.title)
    write(play.time)
  }

  mutating func write(_ facts: DeviceFileFacts) {
    write(facts.audioHash)
    write(facts.title)
    write(facts.artist)
    write(facts.duration.flatMap { $0.isFinite ? $0 : nil }) { $0.write($1) }
  }

  mutating func write(_ abilities: DeviceAbilities) {
    write(abilities.letterCase.rawValue)
    write(abilities.names.rawValue)
    write(abilities.renamesOver)
    write(abilities.renamesCheaply)
    write(abilities.timeStep)
    write(abilities.largestFile)
    write(abilities.isReadOnly)
  }

  mutating func write(_ transfer: PeerTransfer) {
    write(transfer.size)
    write(transfer.target)
    write(transfer.replaced) { $0.write($1) }
    write(transfer.part)
  }
}

extension WireReader {
  /// A file whose path stays in the music folder.
  mutating func file() throws(WireFault) -> DeviceFile {
    let file = DeviceFile(path: try path(), size: try int64(), modified: try int64())
    guard file.size >= 0, RemotePath.isSafe(file.path) else { throw .invalid }
    return file
  }

  mutating func safePath() throws(WireFault) -> FilePath {
    let path = try path()
    guard RemotePath.isSafe(path) else { throw .invalid }
    return path
  }

  mutating func marks() throws(WireFault) -> DeviceMarks {
    let plays = try int()
    let marks = DeviceMarks(
      plays: plays, lastPlayed: try optionalInt64(), isFavorite: try bool(), rating: try int())
    guard plays >= 0, (0...5).contains(marks.rating) else { throw .invalid }
    return marks
  }

  mutating func track() throws(WireFault) -> DeviceTrack {
    var track = DeviceTrack(
      id: try trackID(), path: try safePath(), title: try text(), artist: try optionalText(),
      album: try optionalText(), albumArtist: try optionalText(), genre: try optionalText(),
      year: try bool() ? try int() : nil, trackNumber: try bool() ? try int() : nil)
    track.duration = try double()
    track.size = try int64()
    track.modified = try int64()
    track.created = try int64()
    track.updated = try int64()
    track.marks = try marks()
    return track
  }

  mutating func play() throws(WireFault) -> DevicePlay {
    DevicePlay(
      path: try bool() ? try safePath() : nil, artist: try optionalText(),
      title: try optionalText(), time: try optionalInt64())
  }

  mutating func facts() throws(WireFault) -> DeviceFileFacts {
    DeviceFileFacts(
      audioHash: try optionalInt64(), title: try optionalText(), artist: try optionalText(),
      duration: try bool() ? try double() : nil)
  }

  mutating func abilities() throws(WireFault) -> DeviceAbilities {
    var abilities = DeviceAbilities()
    guard let letterCase = DeviceAbilities.Case(rawValue: try text()),
      let names = DeviceAbilities.Names(rawValue: try text())
    else { throw .invalid }
    abilities.letterCase = letterCase
    abilities.names = names
    abilities.renamesOver = try bool()
    abilities.renamesCheaply = try bool()
    abilities.timeStep = try int64()
    abilities.largestFile = try optionalInt64()
    abilities.isReadOnly = try bool()
    guard abilities.timeStep >= 1 else { throw .invalid }
    return abilities
  }

  /// A transfer without its source, which is a file of the other side.
  mutating func transfer() throws(WireFault) -> PeerTransfer {
    let transfer = PeerTransfer(
      source: FilePath(""), size: try int64(), target: try safePath(),
      replaced: try bool() ? try file() : nil, part: try text())
    guard transfer.size >= 0, RemotePath.isPartName(transfer.part) else { throw .invalid }
    return transfer
  }
}
