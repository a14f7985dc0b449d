internal import Music

extension SyncPlanner {
  /// A playlist while it is planned.
  private struct List {
    var ours: SyncPlaylist?
    var theirs: DevicePlaylist?
    var known: SyncedPlaylist?
  }

  /// Plans the playlists of both sides.
  mutating func planLists() {
    guard
      !library.playlists.isEmpty || !snapshot.contents.playlists.isEmpty
        || !state.playlists.isEmpty
    else { return }
    var keys = ListKeys(matching, isThere: isThere)
    let theirs = Dictionary(
      snapshot.contents.playlists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = matching.wasReset ? [] : state.playlists
    let knownByID = Dictionary(
      known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var isUsed = Set(known.map(\.deviceID))
    var names = Set(snapshot.contents.playlists.map { NameFolding.folded($0.name) })
    namesThere = names
    // Unknown lists of the device by name; of two that fold alike only the first is found.
    let byName = Dictionary(
      snapshot.contents.playlists.filter { !isUsed.contains($0.id) }.map {
        (NameFolding.folded($0.name), $0)
      }, uniquingKeysWith: { first, _ in first })
    let others = library.otherPlaylists
    var isHere: Set<PlaylistID> = []
    for list in library.playlists + others.filter({ knownByID[$0.id] != nil }) {
      guard isHere.insert(list.id).inserted else { continue }
      let known = knownByID[list.id]
      var there = known.flatMap { theirs[$0.deviceID] }
      if known == nil, !list.isSmart, let same = byName[NameFolding.folded(list.name)],
        isUsed.insert(same.id).inserted
      {
        there = same
      }
      plan(List(ours: list, theirs: there, known: known), &keys, &names)
    }
    let otherNames = Set((library.playlists + others).map { NameFolding.folded($0.name) })
    for list in known where !isHere.contains(list.id) {
      guard let there = theirs[list.deviceID] else { continue }
      planDeleted(list, there, &isUsed)
    }
    for list in snapshot.contents.playlists where !isUsed.contains(list.id) {
      if otherNames.contains(NameFolding.folded(list.name)) {
        notes.add(
          list.name.displayable, "is the name of a playlist here that is not chosen for the device")
      } else {
        planNew(list, &keys)
      }
    }
  }

  private mutating func plan(_ list: List, _ keys: inout ListKeys, _ names: inout Set<String>) {
    guard let ours = list.ours else { return }
    guard let theirs = list.theirs else {
      if list.known != nil {
        notes.add(ours.name.displayable, "was deleted on the device and is not written again")
        return
      }
      return planFirst(ours, &keys, &names)
    }
    if ours.isSmart { return planSmart(ours, theirs, list.known, &keys) }
    // Of lists that are not chosen only the names may be known.
    if ours.tracks.isEmpty, let known = list.known, !known.ours.isEmpty,
      !library.playlists.contains(where: { $0.id == ours.id })
    {
      return
    }
    merge(ours, theirs, list.known, &keys)
  }

  // MARK: Lists of both sides

  private mutating func merge(
    _ ours: SyncPlaylist, _ theirs: DevicePlaylist, _ known: SyncedPlaylist?,
    _ keys: inout ListKeys
  ) {
    let name = mergedName(ours, theirs, known)
    let oursKeys = ours.tracks.map { keys.key($0) }
    let theirKeys = theirs.tracks.map { keys.key($0) }
    let baseOurs =
      known?.ours == ours.tracks ? oursKeys : known?.ours.map { keys.key($0) } ?? []
    let baseTheirs =
      known?.theirs == theirs.tracks ? theirKeys : known?.theirs.map { keys.key($0) } ?? []
    // A song whose row is gone was taken off the device, and not out of the playlist.
    let shown = known?.theirs ?? []
    let absent = Set(
      zip(shown, baseTheirs).filter { id, key in
        keys.isRemoved(key) || matching.rowsByID[id] == nil
      }.map(\.1))
    let device = ListMerge.expanded(
      base: baseOurs, shown: baseTheirs, now: theirKeys, absent: absent)
    let isOursFirst = isNewer(ours, than: theirs)
    let merged = ListMerge.merge(
      base: baseOurs, first: isOursFirst ? oursKeys : device,
      second: isOursFirst ? device : oursKeys)
    let after = tracks(of: merged, ours, oursKeys, keys)
    let there = written(merged, keys, theirKeys, theirs.tracks)
    if known != nil {
      if merged.isEmpty {
        let both = Set(baseOurs).subtracting(oursKeys).subtracting(device).count
        if both > 0 {
          notes.add(ours.name.displayable, "is empty: both sides removed \(both.counted("song"))")
        }
      }
      if oursKeys != baseOurs, device != baseOurs, oursKeys != device,
        Set(oursKeys) != Set(baseOurs), Set(device) != Set(baseOurs)
      {
        conflicts.append(
          SyncConflict(name: ours.name.displayable, value: "playlist", winner: .both))
      }
    }
    var here: PlaylistChange?
    if after != ours.tracks || name != ours.name {
      here = PlaylistChange(
        id: ours.id, deviceID: theirs.id, name: name, before: ours.tracks, after: after)
      here?.nameBefore = ours.name
    }
    let nameThere = isNumbered(theirs.name, name) ? theirs.name : name
    var sync = PlaylistSync(here: here, beforeThere: theirs.tracks, there: nil)
    if there != theirs.tracks || nameThere != theirs.name {
      var changed = theirs
      (changed.name, changed.tracks, changed.updated) = (nameThere, there, now)
      sync.there = changed
    }
    let isBaseOld =
      known.map { $0.ours != after || $0.theirs != there || $0.name != name } ?? true
    guard sync.here != nil || sync.there != nil || isBaseOld else { return }
    // Both sides made the same of it, which only the state has to learn.
    if sync.here == nil, sync.there == nil { sync.there = theirs }
    count(&sync, ours.tracks, after, theirs.tracks, there)
    lists[theirs.id] = SyncedPlaylist(
      id: ours.id, deviceID: theirs.id, name: name, ours: after, theirs: there)
    let isDoubtful = hasShrunk(baseTheirs, theirKeys, absent) && sync.here != nil
    if isDoubtful {
      notes.add(
        ours.name.displayable, "has lost most of its songs on the device, whose files are there")
    }
    items.append(
      SyncItem(action: .playlist(sync), name: name.displayable, isIncluded: !isDoubtful))
  }

  /// Whether so much is gone from a list there that it rather could not be read.
  private func hasShrunk(_ base: [Int], _ now: [Int], _ absent: Set<Int>) -> Bool {
    let visible = Set(base).subtracting(absent)
    let kept = visible.intersection(now).count
    return visible.count >= 3 && now.isEmpty || visible.count >= 10 && kept * 2 < visible.count
  }

  /// The tracks of a merged list: the n-th of equal ones stays the one that it is here.
  private func tracks(
    of merged: [Int], _ ours: SyncPlaylist, _ oursKeys: [Int], _ keys: ListKeys
  ) -> [TrackID] {
    if merged == oursKeys { return ours.tracks }
    var own: [Int: [TrackID]] = [:]
    for (key, track) in zip(oursKeys, ours.tracks).reversed() {
      own[key, default: []].append(track)
    }
    return merged.compactMap { key in own[key]?.popLast() ?? keys.track(key) }
  }

  /// The list as the device can have it: what is there, each once.
  ///
  /// - Parameters:
  ///   - theirKeys: Of the list there, whose ids name songs that were copied by hand.
  private func written(
    _ merged: [Int], _ keys: ListKeys, _ theirKeys: [Int] = [], _ theirs: [DeviceTrackID] = []
  ) -> [DeviceTrackID] {
    var seen = Set<Int>(minimumCapacity: merged.count)
    var original: [Int: DeviceTrackID]?
    return merged.compactMap { key in
      guard seen.insert(key).inserted else { return nil }
      if let id = keys.deviceID(key) { return id }
      guard keys.isByHand(key) else { return nil }
      let ids =
        original
        ?? Dictionary(zip(theirKeys, theirs), uniquingKeysWith: { first, _ in first })
      original = ids
      return ids[key]
    }
  }

  private func isNewer(_ ours: SyncPlaylist, than theirs: DevicePlaylist) -> Bool {
    let clock = MarksMerge.Clock(now: now, lastSync: device.lastSync)
    guard clock.trusts(ours.modified), clock.trusts(theirs.updated) else { return false }
    return ours.modified > theirs.updated + 2
  }

  private mutating func mergedName(
    _ ours: SyncPlaylist, _ theirs: DevicePlaylist, _ known: SyncedPlaylist?
  ) -> String {
    guard let known, !isNumbered(theirs.name, known.name) else { return ours.name }
    guard let tidied = Playlist.tidied(name: theirs.name), tidied != ours.name else {
      return ours.name
    }
    if ours.name != known.name {
      let isOurs = isNewer(ours, than: theirs)
      conflicts.append(
        SyncConflict(
          name: ours.name.displayable, value: "name", winner: isOurs ? .library : .device))
      if isOurs { return ours.name }
    }
    let key = NameFolding.folded(tidied)
    let isTaken = (library.playlists + library.otherPlaylists).contains {
      $0.id != ours.id && NameFolding.folded($0.name) == key
    }
    if isTaken {
      notes.add(tidied.displayable, "is the name of another playlist here")
      return ours.name
    }
    return tidied
  }

  /// Whether a name is another one, or that with a number behind it: in brackets, as a sync numbers
  /// them, or without, as the library of another Tritone does where the plain one is taken.
  private func isNumbered(_ name: String, _ plain: String) -> Bool {
    if name == plain { return true }
    if case .ssh = device.address, namesThere.contains(NameFolding.folded(plain)),
      SyncPlanner.isNumber(name, after: "\(plain.prefix(180)) ")
    {
      return true
    }
    guard name.hasSuffix(")") else { return false }
    return SyncPlanner.isNumber(String(name.dropLast()), after: plain + " (")
  }

  private static func isNumber(_ name: String, after start: String) -> Bool {
    guard name.hasPrefix(start) else { return false }
    let number = name.dropFirst(start.count)
    return !number.isEmpty && number.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  private func count(
    _ sync: inout PlaylistSync, _ ours: [TrackID], _ after: [TrackID], _ theirs: [DeviceTrackID],
    _ there: [DeviceTrackID]
  ) {
    (sync.addedHere, sync.removedHere) = SyncPlanner.difference(ours, after)
    (sync.addedThere, sync.removedThere) = SyncPlanner.difference(theirs, there)
  }

  private static func difference<Element: Hashable>(
    _ before: [Element], _ after: [Element]
  ) -> (added: Int, removed: Int) {
    if before == after { return (0, 0) }
    var counts: [Element: Int] = [:]
    for element in before { counts[element, default: 0] -= 1 }
    for element in after { counts[element, default: 0] += 1 }
    return counts.values.reduce(into: (0, 0)) { sum, count in
      if count > 0 { sum.0 += count } else { sum.1 -= count }
    }
  }

  // MARK: Lists of one side

  /// A list that the device has not.
  private mutating func planFirst(
    _ ours: SyncPlaylist, _ keys: inout ListKeys, _ names: inout Set<String>
  ) {
    let there = written(ours.tracks.map { keys.key($0) }, keys)
    guard !there.isEmpty else { return }
    var (name, number) = (ours.name, 1)
    while !names.insert(NameFolding.folded(name)).inserted {
      number += 1
      name = "\(ours.name) (\(number))"
    }
    let id = SyncPlanner.uuid("\(syncID) \(ours.id.rawValue)")
    var sync = PlaylistSync(here: nil, beforeThere: [], there: nil)
    sync.there = DevicePlaylist(id: id, name: name, tracks: there, created: now, updated: now)
    sync.addedThere = there.count
    lists[id] = SyncedPlaylist(
      id: ours.id, deviceID: id, name: ours.name, ours: ours.tracks, theirs: there)
    items.append(SyncItem(action: .playlist(sync), name: ours.name.displayable))
  }

  /// A list that a query makes: it is written and never comes back.
  private mutating func planSmart(
    _ ours: SyncPlaylist, _ theirs: DevicePlaylist, _ known: SyncedPlaylist?,
    _ keys: inout ListKeys
  ) {
    let there = written(ours.tracks.map { keys.key($0) }, keys)
    guard there != theirs.tracks || known.map({ ours.name != $0.name }) ?? true else { return }
    if let known, known.theirs != theirs.tracks {
      conflicts.append(
        SyncConflict(name: ours.name.displayable, value: "playlist", winner: .library))
    }
    var changed = theirs
    if !isNumbered(theirs.name, ours.name) { changed.name = ours.name }
    (changed.tracks, changed.updated) = (there, now)
    var sync = PlaylistSync(here: nil, beforeThere: theirs.tracks, there: changed)
    (sync.addedThere, sync.removedThere) = SyncPlanner.difference(theirs.tracks, there)
    lists[theirs.id] = SyncedPlaylist(
      id: ours.id, deviceID: theirs.id, name: ours.name, ours: ours.tracks, theirs: there)
    items.append(SyncItem(action: .playlist(sync), name: ours.name.displayable))
  }

  /// A list that was deleted here: it goes there too, unless it was edited there since.
  private mutating func planDeleted(
    _ known: SyncedPlaylist, _ theirs: DevicePlaylist, _ isUsed: inout Set<String>
  ) {
    guard known.theirs == theirs.tracks else {
      notes.add(known.name.displayable, "was deleted here and edited on the device: it comes back")
      isUsed.remove(theirs.id)
      return
    }
    var sync = PlaylistSync(here: nil, beforeThere: theirs.tracks, there: nil)
    sync.deletedThere = theirs.id
    sync.removedThere = theirs.tracks.count
    items.append(SyncItem(action: .playlist(sync), name: known.name.displayable))
  }

  /// A list that was made on the device.
  private mutating func planNew(_ theirs: DevicePlaylist, _ keys: inout ListKeys) {
    let theirKeys = theirs.tracks.map { keys.key($0) }
    let after = theirKeys.compactMap { keys.track($0) }
    guard !after.isEmpty, let name = Playlist.tidied(name: theirs.name) else { return }
    var sync = PlaylistSync(here: nil, beforeThere: theirs.tracks, there: nil)
    sync.here = PlaylistChange(id: nil, deviceID: theirs.id, name: name, before: [], after: after)
    sync.addedHere = after.count
    let there = written(theirKeys, keys, theirKeys, theirs.tracks)
    if there != theirs.tracks {
      var changed = theirs
      (changed.tracks, changed.updated) = (there, now)
      sync.there = changed
      (sync.addedThere, sync.removedThere) = SyncPlanner.difference(theirs.tracks, there)
    }
    lists[theirs.id] = SyncedPlaylist(
      id: PlaylistID(0), deviceID: theirs.id, name: name, ours: after, theirs: there)
    items.append(SyncItem(action: .playlist(sync), name: name.displayable))
  }

  /// An id in the form of a UUID, the same for the same text.
  static func uuid(_ text: String) -> String {
    let digits = Array(MD5.digest(of: Array(text.utf8)))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
