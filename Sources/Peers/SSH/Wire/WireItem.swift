internal import Music
internal import Sync

/// One part of a value that is too long for a frame: a snapshot, a commit, a list of files.
enum WireItem: Equatable, Sendable {
  case file(DeviceFile)
  case track(DeviceTrack)
  /// Without its tracks, which follow as entries.
  case playlist(DevicePlaylist)
  /// Tracks of the playlist before.
  case entries([DeviceTrackID])
  case play(DevicePlay)
  case facts(FilePath, DeviceFileFacts)
  case fault(String)
  case syncID(String)
  case space(free: Int64?, capacity: Int64?)
  case abilities(DeviceAbilities)
  case removedTrack(DeviceTrackID)
  case removedPlaylist(String)
  /// Times of plays of the track with an id, unix seconds.
  case playTimes(DeviceTrackID, [Int64])

  /// Ids of tracks in one item.
  static let entriesAtOnce = 1_000

  /// Times of one track.
  static let maximumTimes = 1_000

  /// Bytes of an id: longer ones name nothing.
  static let maximumID = 512

  func write(to writer: inout WireWriter) {
    switch self {
    case .file(let file):
      writer.write(UInt8(0))
      writer.write(file)
    case .track(let track):
      writer.write(UInt8(1))
      writer.write(track)
    case .playlist(let playlist):
      writer.write(UInt8(2))
      writer.writeID(playlist.id)
      writer.write(playlist.name)
      writer.write(playlist.created)
      writer.write(playlist.updated)
    case .entries(let ids):
      writer.write(UInt8(3))
      writer.write(UInt32(ids.count))
      for id in ids { writer.writeID(id) }
    case .play(let play):
      writer.write(UInt8(4))
      writer.write(play)
    case .facts(let path, let facts):
      writer.write(UInt8(5))
      writer.write(path)
      writer.write(facts)
    case .fault(let text):
      writer.write(UInt8(6))
      writer.write(text)
    case .syncID(let id):
      writer.write(UInt8(7))
      writer.writeID(id)
    case .space(let free, let capacity):
      writer.write(UInt8(8))
      writer.write(free)
      writer.write(capacity)
    case .abilities(let abilities):
      writer.write(UInt8(9))
      writer.write(abilities)
    case .removedTrack(let id):
      writer.write(UInt8(10))
      writer.writeID(id)
    case .removedPlaylist(let id):
      writer.write(UInt8(11))
      writer.writeID(id)
    case .playTimes(let id, let times):
      writer.write(UInt8(12))
      writer.writeID(id)
      writer.write(UInt32(min(times.count, Self.maximumTimes)))
      for time in times.suffix(Self.maximumTimes) { writer.write(time) }
    }
  }

  init(_ reader: inout WireReader) throws(WireFault) {
    switch try reader.byte() {
    case 0: self = .file(try reader.file())
    case 1: self = .track(try reader.track())
    case 2:
      self = .playlist(
        DevicePlaylist(
          id: try reader.id(), name: try reader.text(), tracks: [], created: try reader.int64(),
          updated: try reader.int64()))
    case 3:
      let count = try reader.word()
      guard count <= Self.entriesAtOnce else { throw .tooLong }
      var ids: [DeviceTrackID] = []
      for _ in 0..<count { ids.append(try reader.trackID()) }
      self = .entries(ids)
    case 4: self = .play(try reader.play())
    case 5: self = .facts(try reader.safePath(), try reader.facts())
    case 6: self = .fault(CleanText.line(try reader.text(), to: 500))
    case 7: self = .syncID(try reader.id())
    case 8:
      self = .space(free: try reader.optionalInt64(), capacity: try reader.optionalInt64())
    case 9: self = .abilities(try reader.abilities())
    case 10: self = .removedTrack(try reader.trackID())
    case 11: self = .removedPlaylist(try reader.id())
    case 12:
      let id = try reader.trackID()
      let count = try reader.word()
      guard count <= Self.maximumTimes else { throw .tooLong }
      var times: [Int64] = []
      for _ in 0..<count { times.append(try reader.int64()) }
      self = .playTimes(id, times)
    default: throw .invalid
    }
  }
}

extension WireWriter {
  /// Writes an id; one that is too long to be another program's is cut, the same way everywhere.
  mutating func writeID(_ id: String) { write(Array(id.utf8.prefix(WireItem.maximumID))) }

  mutating func writeID(_ id: DeviceTrackID) { writeID(id.text) }
}

extension WireReader {
  mutating func id() throws(WireFault) -> String {
    String(decoding: try byteString(to: WireItem.maximumID), as: UTF8.self)
  }

  mutating func trackID() throws(WireFault) -> DeviceTrackID { DeviceTrackID(try id()) }
}
