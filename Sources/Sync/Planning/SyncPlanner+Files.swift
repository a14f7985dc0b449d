internal import Music

extension SyncPlanner {
  /// The fate of a chosen track's file.
  private enum Wish {
    case copy, replace, move
  }

  /// Plans what happens to files; whether much would be removed.
  mutating func planFiles() -> Bool {
    let abilities = snapshot.abilities
    var room = DeviceRoom(
      limit: device.options.limit, snapshot, rows: library.chosen.count)
    var wishes: [(track: Int, wish: Wish)] = []
    var adopted: [Int] = []
    var isSeen = [Bool](repeating: false, count: library.tracks.count)
    // Of no use where nothing is to be copied.
    var sounds: Set<Int64>?
    var isKept = isSeen
    for id in library.chosen {
      guard let track = matching.index[id], !isSeen[track] else { continue }
      isSeen[track] = true
      let wanted = library.tracks[track]
      let rule = wanted.conversion(by: device.options.conversion)
      let place = places.place(
        of: wanted, fileExtension: wanted.fileExtension(rule), &folders)
      if var link = matching.links[track], let file = link.file {
        let found = snapshot.files[file]
        guard room.keeps(found.size) else {
          notes.add(wanted.shownName, "has no room within the limit")
          continue
        }
        isKept[track] = true
        isThere[track] = true
        let known = link.state.map { state.tracks[$0] }
        // Places are equal as a rule: one array serves both.
        link.place = known?.place == place ? known?.place : place
        matching.links[track] = link
        guard link.match != .changed else {
          notes.add(wanted.shownName, "was changed on the device and stays as it is there")
          continue
        }
        switch fate(wanted, found, known, link, rule) {
        case .replace?:
          if wanted.isOffline {
            notes.add(wanted.shownName, "has changed here and cannot be read at present")
          } else if room.replaces(found.size, by: wanted.size(rule)) {
            wishes.append((track, .replace))
          } else {
            notes.add(wanted.shownName, "has changed here and has no room to be copied again")
          }
        case .move?: wishes.append((track, .move))
        case .copy?, nil: if needsAdoption(link, known) { adopted.append(track) }
        }
        continue
      }
      var link = matching.links[track] ?? TrackLink(uuid: wanted.uuid)
      if link.match == .ambiguous {
        notes.add(wanted.shownName, "is on the device more than once under names of no sync")
        continue
      }
      if isRemovedThere(link) { continue }
      if let sound = wanted.audioHash {
        if sounds == nil { sounds = stayingSounds() }
        if sounds?.insert(sound).inserted == false { continue }
      }
      let size = wanted.size(rule)
      if wanted.isOffline {
        notes.add(wanted.shownName, "cannot be read at present")
      } else if size > abilities.largestFile ?? .max {
        notes.add(wanted.shownName, "is larger than a file on the device can be")
      } else if room.reserves(size) {
        link.place = place
        matching.links[track] = link
        isThere[track] = true
        wishes.append((track, .copy))
        continue
      } else {
        notes.add(wanted.shownName, "has no room")
      }
      if let sound = wanted.audioHash { sounds?.remove(sound) }
    }
    planAdoptions(adopted)
    planWishes(wishes)
    planExclusions(isSeen)
    let removesMuch = planRemovals(isKept)
    planNewFiles()
    return removesMuch
  }

  /// Hashes of the audio that stays on the device, or that the user has removed from it.
  private func stayingSounds() -> Set<Int64> {
    var isChosen = [Bool](repeating: false, count: library.tracks.count)
    for id in library.chosen { if let track = matching.index[id] { isChosen[track] = true } }
    var sounds: Set<Int64> = []
    for (track, link) in matching.links.enumerated() {
      guard let link, let sound = library.tracks[track].audioHash else { continue }
      let stays = link.file != nil && (isChosen[track] || !isRemovable(link))
      if stays || isRemovedThere(link) { sounds.insert(sound) }
    }
    return sounds
  }

  /// Whether the user has removed the file from the device, now or earlier.
  private func isRemovedThere(_ link: TrackLink) -> Bool {
    guard let number = link.state, link.file == nil, !matching.wasReset else { return false }
    switch state.tracks[number].status {
    case .synced: return !state.tracks[number].isDamaged
    case .excluded: return true
    case .copied: return false
    }
  }

  /// The action for a file that is there; nil for none.
  private func fate(
    _ track: SyncTrack, _ file: DeviceFile, _ known: SyncedTrack?, _ link: TrackLink,
    _ rule: ConversionRule?
  ) -> Wish? {
    guard let known, known.status != .excluded, !known.isAdopted else { return nil }
    let isOld = snapshot.abilities.isUnchanged(file, since: known.file)
    if known.conversion != rule, isOld { return .replace }
    if track.file != known.source { return .replace }
    guard snapshot.abilities.renamesCheaply, let old = known.place, let place = link.place,
      old != place, file.path != place,
      !(snapshot.abilities.letterCase != .distinct
        && NameFolding.folded(file.path) == NameFolding.folded(place))
    else { return nil }
    return .move
  }

  /// Whether only the databases have to learn of a file.
  private func needsAdoption(_ link: TrackLink, _ known: SyncedTrack?) -> Bool {
    guard let known, known.status == .synced, link.match == .known, let row = link.row else {
      return true
    }
    // A sync that was cut may have written the file and not the row.
    let written = snapshot.contents.tracks[row]
    return written.path != known.file.path || written.size != known.file.size
  }

  private mutating func planAdoptions(_ adopted: [Int]) {
    for track in adopted {
      guard let link = matching.links[track], let file = link.file else { continue }
      let wanted = library.tracks[track]
      items.append(
        SyncItem(
          action: .adopt(track: wanted.id, uuid: link.uuid, file: snapshot.files[file]),
          name: wanted.shownName))
    }
  }

  /// Gives places to the files that get a name, in the order of their uuids, and adds the items in the
  /// order of wishes.
  private mutating func planWishes(_ wishes: [(track: Int, wish: Wish)]) {
    guard !wishes.isEmpty else { return }
    var taken = TakenPlaces(
      snapshot.files.lazy.map(\.path), snapshot.abilities.letterCase, count: wishes.count)
    // A log names files as they were called when they were heard: plays that are not counted yet would
    // become those of another file under the name. Those that wait may do so for ever, and are
    // dropped with their name.
    let plays = snapshot.plays.prefix(SyncPlanner.maximumPlays).dropFirst(snapshot.waitingPlays)
    taken.reserve(plays.lazy.compactMap(\.path))
    var targets = [FilePath](repeating: FilePath(""), count: wishes.count)
    // Ids beside positions are sorted sooner than positions of links.
    let order = wishes.indices.compactMap { position in
      matching.links[wishes[position].track].map { (position: position, uuid: $0.uuid) }
    }.sorted { $0.uuid < $1.uuid }
    for (position, _) in order {
      let (track, wish) = wishes[position]
      guard let link = matching.links[track], let place = link.place else { continue }
      let current = link.file.map { snapshot.files[$0].path }
      if let current, wish == .replace, keepsName(current, link, place) {
        targets[position] = current
      } else {
        targets[position] = taken.claim(place, places)
      }
    }
    items.reserveCapacity(items.count + wishes.count)
    for (position, (track, wish)) in wishes.enumerated() {
      let wanted = library.tracks[track]
      let target = targets[position]
      let size = wanted.size(wanted.conversion(by: device.options.conversion))
      let file = matching.links[track]?.file.map { snapshot.files[$0] }
      let (action, bytes): (SyncAction, Int64) =
        switch (wish, file) {
        case (.replace, let file?): (.replace(track: wanted.id, file: file, to: target), size)
        case (.move, let file?): (.move(track: wanted.id, file: file, to: target), 0)
        case (.copy, _), (.replace, nil), (.move, nil): (.copy(track: wanted.id, to: target), size)
        }
      items.append(SyncItem(action: action, name: wanted.shownName, bytes: bytes))
    }
  }

  /// Whether a replaced file stays where it is.
  private func keepsName(_ current: FilePath, _ link: TrackLink, _ place: FilePath) -> Bool {
    guard current.fileExtension == place.fileExtension else { return false }
    guard snapshot.abilities.renamesCheaply else { return true }
    let known = link.state.flatMap { state.tracks[$0].place }
    return known == nil || known == place || current == place
      || snapshot.abilities.letterCase != .distinct
        && NameFolding.folded(current) == NameFolding.folded(place)
  }

  /// Files that the user has removed from the device.
  private mutating func planExclusions(_ isSeen: [Bool]) {
    guard !matching.wasReset else { return }
    var gone: [Int] = []
    for (track, link) in matching.links.enumerated() {
      guard let link, link.file == nil, let number = link.state,
        state.tracks[number].status == .synced, !state.tracks[number].isDamaged
      else { continue }
      gone.append(track)
    }
    guard !gone.isEmpty else { return }
    let known = state.tracks.count { $0.status != .excluded }
    // So many at once are rather a folder that cannot be read.
    let isDoubtful = snapshot.isPartial || gone.count >= 10 && gone.count * 2 > known
    if snapshot.isPartial {
      notes.add(gone.count.counted("song"), "may be in a folder there that cannot be read")
    } else if isDoubtful {
      notes.add(gone.count.counted("song"), "are missing on the device, more than half of all")
    }
    for track in gone {
      guard let link = matching.links[track] else { continue }
      items.append(
        SyncItem(
          action: .exclude(track: library.tracks[track].id, uuid: link.uuid),
          name: library.tracks[track].shownName, isIncluded: !isDoubtful))
    }
  }

  /// Whether the file of a track is one that a sync has written and that nobody has changed since.
  private func isRemovable(_ link: TrackLink) -> Bool {
    guard let number = link.state, let file = link.file, state.tracks[number].status != .excluded
    else { return false }
    return isRemovable(number, snapshot.files[file])
  }

  private func isRemovable(_ number: Int, _ file: DeviceFile) -> Bool {
    let known = state.tracks[number]
    guard snapshot.abilities.isUnchanged(file, since: known.file) else { return false }
    // Size and time alone are no proof of a file that is called otherwise.
    return file.path == known.file.path
      || known.audioHash != nil && known.audioHash == snapshot.facts[file.path]?.audioHash
  }

  /// Files that a sync has written and that are no longer chosen; whether they are many.
  private mutating func planRemovals(_ isKept: [Bool]) -> Bool {
    var removed = 0
    for (track, link) in matching.links.enumerated() where !isKept[track] {
      guard let link, let number = link.state, let file = link.file else { continue }
      let found = snapshot.files[file]
      let wanted = library.tracks[track]
      guard state.tracks[number].status != .excluded else { continue }
      guard !state.tracks[number].isAdopted else {
        isThere[track] = link.row != nil
        // One that was renamed there is known by its new name.
        if link.row != nil, link.match == .found { planAdoptions([track]) }
        continue
      }
      guard isRemovable(number, found) else {
        isThere[track] = link.row != nil
        notes.add(wanted.shownName, "was changed on the device and is not removed")
        continue
      }
      items.append(
        SyncItem(action: .remove(uuid: link.uuid, file: found), name: wanted.shownName))
      removed += 1
    }
    for (number, file) in matching.orphans {
      guard let file, state.tracks[number].status != .excluded, !state.tracks[number].isAdopted
      else { continue }
      let found = snapshot.files[file]
      guard isRemovable(number, found) else {
        notes.add(found.path.text.displayable, "was changed on the device and is not removed")
        continue
      }
      items.append(
        SyncItem(
          action: .remove(uuid: state.tracks[number].uuid, file: found),
          name: found.path.text.displayable))
      removed += 1
    }
    let known = state.tracks.count { $0.status != .excluded && !$0.isAdopted }
    return removed * 5 > known && removed > 0
  }

  /// Files of the device that the library has not.
  private mutating func planNewFiles() {
    guard matching.isClaimed.contains(false) else { return }
    let sounds = Set(library.tracks.lazy.compactMap(\.audioHash))
    var names: Set<String>?
    for (file, isClaimed) in matching.isClaimed.enumerated() where !isClaimed {
      let found = snapshot.files[file]
      let facts = snapshot.facts[found.path]
      if let sound = facts?.audioHash, sounds.contains(sound) { continue }
      if let facts, let key = SyncPlanner.key(facts.title, facts.artist, facts.duration) {
        if names == nil {
          names = Set(
            library.tracks.lazy.compactMap { SyncPlanner.key($0.title, $0.artist, $0.duration) })
        }
        if names?.contains(key) == true { continue }
      }
      let title = facts?.title.map { title in
        (facts?.artist.map { "\($0) – \(title)" } ?? title).displayable
      }
      items.append(
        SyncItem(
          action: .take(file: found), name: title ?? found.path.text.displayable,
          bytes: found.size, isIncluded: false))
    }
  }

  private static func key(_ title: String?, _ artist: String?, _ duration: Double?) -> String? {
    guard let title, let duration, duration > 0, duration < 1e7 else { return nil }
    return NameFolding.folded(title) + "\0" + NameFolding.folded(artist ?? "")
      + "\0\(Int(duration.rounded()))"
  }
}
