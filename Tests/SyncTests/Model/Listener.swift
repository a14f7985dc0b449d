import Music
import Sync

/// Edits both sides at random, and knows how many plays there were.
struct Listener {
  let world: World
  var random: SeededGenerator
  /// By track: all plays on either side.
  var plays: [TrackID: Int] = [:]
  /// Files that nobody but the user of the device knows.
  var strangers: [FilePath: World.Sound] = [:]
  /// Tracks whose file was given other tags on the device.
  var editedThere: Set<TrackID> = []
  /// Sounds of which a file was copied by hand, with whatever tags it had then.
  var copiedByHand: Set<Int64> = []

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = SeededGenerator(seed: seed)
  }

  mutating func edit() {
    switch Int.random(in: 0..<22, using: &random) {
    case 0, 1: add()
    case 2: retag()
    case 3: choose()
    case 4, 5: playHere()
    case 6, 7: playThere()
    case 8: mark()
    case 9: markThere()
    case 10: renameThere()
    case 11: removeThere()
    case 12: copyByHand()
    case 13: editListThere()
    case 14, 15: editListHere()
    case 16: makeLists()
    case 17: deleteList()
    case 18: log()
    case 19: delete()
    case 20: retagThere()
    default: changeTemplate()
    }
  }

  private(set) var options = DeviceOptions()

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private mutating func track() -> TrackID? {
    let ids = world.with { $0.tracks.keys.sorted() }
    return pick(ids)
  }

  private mutating func add() {
    let isSame = Int.random(in: 0..<8, using: &random) == 0
    let other = track()
    let title = "Song \(Int.random(in: 0..<6, using: &random))"
    let id = world.with { state in
      let id = TrackID(state.number())
      let sound =
        isSame ? other.flatMap { state.tracks[$0]?.audioHash } ?? id.rawValue : id.rawValue
      state.tracks[id] = SyncTrack(
        id: id, uuid: "uuid-\((id.rawValue &* 7919) % 1000)-\(id.rawValue)",
        path: FilePath("/library/\(id.rawValue).mp3"),
        file: FileStamp(size: 1_000 + id.rawValue, modified: id.rawValue), audioHash: sound,
        title: title, album: "Album", duration: Double(sound), codec: "mp3", added: state.clock)
      state.isChosen.insert(id)
      return id
    }
    plays[id] = 0
  }

  private mutating func retag() {
    guard let id = track() else { return }
    let title = "Song \(Int.random(in: 0..<6, using: &random))"
    let grows = Bool.random(using: &random)
    world.with { state in
      state.tracks[id]?.title = title
      if grows { state.tracks[id]?.file.size += 1 }
      let time = state.number()
      state.tracks[id]?.file.modified = time
    }
    editedThere.remove(id)
  }

  private mutating func choose() {
    guard let id = track() else { return }
    world.with { state in
      if state.isChosen.remove(id) == nil { state.isChosen.insert(id) }
    }
  }

  mutating func playHere() {
    guard let id = track() else { return }
    plays[id, default: 0] += 1
    world.with { state in
      state.clock += 100
      state.tracks[id]?.marks.plays += 1
      state.tracks[id]?.marks.lastPlayed = state.clock
    }
  }

  /// A row of the device whose track the state knows.
  private mutating func row() -> (Int, TrackID)? {
    let rows = world.with { state in
      state.contents.tracks.enumerated().compactMap { index, row in
        state.owner(row.id).map { (index, $0) }
      }
    }
    return pick(rows)
  }

  private mutating func playThere() {
    guard let (row, id) = row() else { return }
    plays[id, default: 0] += 1
    world.with { state in
      state.clock += 100
      state.contents.tracks[row].marks.plays += 1
      state.contents.tracks[row].marks.lastPlayed = state.clock
    }
  }

  private mutating func log() {
    guard let (row, id) = row() else { return }
    let isKnown = world.with { (state: inout World.State) in
      // Another file may have the name by now.
      let sound = state.tracks[id]?.audioHash
      return state.kept.tracks.contains {
        $0.track == id && sound != nil && state.files[$0.file.path]?.content.sound == sound
      }
    }
    guard isKnown else { return }
    plays[id, default: 0] += 1
    let hasTime = Bool.random(using: &random)
    world.with { state in
      state.clock += 100
      let known = state.kept.tracks.first { $0.track == id }
      state.log.append(
        DevicePlay(
          path: known?.file.path ?? state.contents.tracks[row].path,
          time: hasTime ? state.clock : nil))
    }
  }

  private mutating func mark() {
    guard let id = track() else { return }
    let stars = Int.random(in: 0...5, using: &random)
    let loves = Bool.random(using: &random)
    world.with { state in
      if loves {
        state.tracks[id]?.marks.isFavorite.toggle()
      } else {
        state.tracks[id]?.marks.rating = stars
      }
    }
  }

  private mutating func markThere() {
    guard let (row, _) = row() else { return }
    let stars = Int.random(in: 0...5, using: &random)
    let loves = Bool.random(using: &random)
    world.with { state in
      if loves {
        state.contents.tracks[row].marks.isFavorite.toggle()
      } else {
        state.contents.tracks[row].marks.rating = stars
      }
    }
  }

  private mutating func file() -> FilePath? {
    let paths = world.with { $0.files.keys.sorted() }
    return pick(paths)
  }

  private mutating func renameThere() {
    guard let path = file(), strangers[path] == nil else { return }
    world.with { state in
      let target = FilePath("By hand/\(state.number()).mp3")
      state.files[target] = state.files[path]
      state.files[path] = nil
      for index in state.contents.tracks.indices
      where state.contents.tracks[index].path == path && state.next % 2 == 0 {
        state.contents.tracks[index].path = target
      }
    }
  }

  private mutating func removeThere() {
    guard let path = file(), strangers[path] == nil else { return }
    world.with { state in
      guard state.log.dropFirst(state.logRead).allSatisfy({ $0.path != path }) else { return }
      state.files[path] = nil
      // The program on the device removes what it has counted only after a sync has seen it.
      let gone = state.contents.tracks.first { row in
        row.path == path
          && state.kept.tracks.contains { $0.uuid == row.id && $0.theirs == row.marks }
      }
      guard let gone, state.next % 2 == 0 else { return }
      state.contents.tracks.removeAll { $0.id == gone.id }
      for index in state.contents.playlists.indices {
        state.contents.playlists[index].tracks.removeAll { $0 == gone.id }
      }
    }
  }

  private mutating func copyByHand() {
    let known = Bool.random(using: &random) ? track() : nil
    let (path, sound) = world.with { state in
      let number = state.number()
      let path = FilePath("By hand/new \(number).mp3")
      var content = World.Sound(sound: 100_000 + number, title: "Stranger", size: 50_000 + number)
      if let track = known.flatMap({ state.tracks[$0] }) {
        content = World.Sound(
          sound: track.audioHash ?? 0, title: track.title ?? "", size: track.file.size)
      }
      state.files[path] = World.File(content: content, modified: number * 1_000_000_000)
      return (path, content)
    }
    if known == nil {
      strangers[path] = sound
    } else {
      copiedByHand.insert(sound.sound)
    }
  }

  private mutating func retagThere() {
    let known = world.with { state in
      state.kept.tracks.filter { state.files[$0.file.path] != nil && $0.status == .synced }
    }
    guard let row = pick(known), strangers[row.file.path] == nil else { return }
    let edited = world.with { state in
      state.files[row.file.path]?.content.title = "Edited there"
      state.files[row.file.path]?.content.size += 3
      let time = state.number()
      state.files[row.file.path]?.modified = time * 1_000_000_000
      // Another file may have the name by now.
      let sound = state.files[row.file.path]?.content.sound
      return state.tracks.values.filter { $0.audioHash == sound }.map(\.id)
    }
    editedThere.formUnion(edited)
  }

  /// Learns of files that a cut sync has left and that the state does not know: the next one finds them
  /// as it finds those that were copied by hand.
  mutating func seeLeftovers() {
    let sounds = world.with { state in
      let known = Set(state.kept.tracks.map(\.file.path))
      return state.files.filter { !known.contains($0.key) }.map(\.value.content.sound)
    }
    copiedByHand.formUnion(sounds)
  }

  private mutating func changed<Element>(
    _ list: [Element], with other: Element?, repeats: Bool
  ) -> [Element] where Element: Equatable {
    var list = list
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      if let index = list.indices.randomElement(using: &random) { list.remove(at: index) }
    case 1:
      if let index = list.indices.randomElement(using: &random) {
        let element = list.remove(at: index)
        list.insert(element, at: Int.random(in: 0...list.count, using: &random))
      }
    default:
      if let other, repeats || !list.contains(other) {
        list.insert(other, at: Int.random(in: 0...list.count, using: &random))
      }
    }
    return list
  }

  private mutating func editListHere() {
    let lists = world.with { $0.playlists.values.sorted { $0.id.rawValue < $1.id.rawValue } }
    guard let list = pick(lists) else { return }
    let other = track()
    let tracks = changed(list.tracks, with: other, repeats: true)
    let rename = Int.random(in: 0..<6, using: &random) == 0
    world.with { state in
      state.clock += 10
      state.playlists[list.id]?.tracks = tracks
      state.playlists[list.id]?.modified = state.clock
      let name = "Renamed \(state.number())"
      if rename { state.playlists[list.id]?.name = name }
    }
  }

  private mutating func editListThere() {
    let lists = world.with { $0.contents.playlists }
    guard let index = lists.indices.randomElement(using: &random) else { return }
    let other = row()
    let id = world.with { state in other.map { state.contents.tracks[$0.0].id } }
    let tracks = changed(lists[index].tracks, with: id, repeats: false)
    world.with { state in
      state.clock += 10
      state.contents.playlists[index].tracks = tracks
      state.contents.playlists[index].updated = state.clock
    }
  }

  private mutating func makeLists() {
    let (first, second, third) = (track(), track(), row())
    let isHere = Bool.random(using: &random)
    world.with { state in
      let number = state.number()
      if isHere {
        let id = PlaylistID(number)
        state.playlists[id] = SyncPlaylist(
          id: id, name: "List \(number)", tracks: [first, second].compactMap(\.self),
          modified: state.clock)
      } else if let third {
        state.contents.playlists.append(
          DevicePlaylist(
            id: "list-\(number)", name: "There \(number)",
            tracks: [state.contents.tracks[third.0].id], updated: state.clock))
      }
    }
  }

  private mutating func deleteList() {
    let lists = world.with { $0.playlists.keys.sorted { $0.rawValue < $1.rawValue } }
    guard let id = pick(lists) else { return }
    world.with { $0.playlists[id] = nil }
  }

  private mutating func delete() {
    guard let id = track() else { return }
    plays[id] = nil
    world.with { state in
      state.tracks[id] = nil
      state.isChosen.remove(id)
      for list in state.playlists.keys {
        state.playlists[list]?.tracks.removeAll { $0 == id }
      }
    }
  }

  private mutating func changeTemplate() {
    options.template = Bool.random(using: &random) ? "{Album}/{Title}" : "{Title} {Album}"
  }
}

extension World.State {
  /// The track of an id on the device, of which a sync has made the state.
  func owner(_ id: DeviceTrackID) -> TrackID? {
    kept.tracks.first { $0.uuid == id && $0.status == .synced }
      .flatMap { tracks[$0.track] == nil ? nil : $0.track }
  }
}
