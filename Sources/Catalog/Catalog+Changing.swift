internal import Music

extension Catalog {
  /// Adds new and changed tracks, and removes others.
  ///
  /// - Returns: False, with nothing done, where the ids of new tracks do not follow the known ones:
  ///   the catalog has to be rebuilt.
  package func apply(_ batch: CatalogBatch, removed: [Int64] = []) -> Bool {
    let last = columns.id.count > 0 ? columns.id[columns.id.count - 1] : .min
    let isTaken = batch.rows.allSatisfy {
      $0.numbers.id > last || rowIndex(of: $0.numbers.id) != nil
    }
    guard isTaken else { return false }
    var change = Change()
    edits += 1
    for id in removed {
      guard let index = rowIndex(of: id), columns.present[index] else { continue }
      change.leaving.append(index)
      columns.present[index] = false
    }
    let intake = TextOffsets()
    batch.sorted().forEach { track in
      if let index = rowIndex(of: track.numbers.id) {
        replace(index, track, intake, &change)
      } else {
        columns.append(track, intake)
        change.joining.append(UInt32(columns.count - 1))
      }
    }
    finish(change)
    return true
  }

  /// Sets the offline folders, and the flags of their tracks.
  package func setOffline(_ offline: OfflineFolders) {
    edits += 1
    derived.builtIn[.offline] = nil
    let flags = columns.flags.values
    // Pages of a mapped file are copied when they are written to.
    offlineTracks(offline).symmetricDifference(TrackSet(columns.flags, with: .offline)).forEach {
      flags[$0].formSymmetricDifference(.offline)
    }
  }

  private func offlineTracks(_ offline: OfflineFolders) -> TrackSet {
    let numbers = Set(offline.roots.compactMap { UInt32(exactly: $0) })
    var tracks = TrackSet(capacity: count)
    if !numbers.isEmpty {
      let roots = columns.root.values
      var (last, isOffline) = (UInt32.max, false)
      tracks.formUnion(
        TrackSet(capacity: count) { track in
          // Most adjacent tracks have the same root.
          if roots[track] != last || track == 0 {
            last = roots[track]
            isOffline = numbers.contains(last)
          }
          return isOffline
        })
    }
    if !offline.folders.isEmpty {
      let isOffline = (0..<columns.folder.count).map {
        offline.folders.contains(columns.folder.path($0))
      }
      let folders = columns.folder.index.values
      tracks.formUnion(TrackSet(capacity: count) { isOffline[Int(folders[$0])] })
    }
    return tracks
  }

  /// Adopts the lower bounds of energies that a file was written with.
  package func adoptEnergyGrades(_ grades: [Float]) { columns.energyGrades = grades }

  /// Sets the lower bounds of the energies 2, 3 … 10; an empty array removes all energies.
  package func setEnergyGrades(_ grades: [Float]) {
    edits += 1
    columns.energyGrades = grades
    let (values, energies) = (columns.energyValue.values, columns.energy.values)
    for track in 0..<count {
      let grade = grades.isEmpty ? 0 : TrackColumns.grade(of: values[track], grades)
      // Pages of a mapped file are copied when they are written to.
      if grade != energies[track] { energies[track] = grade }
    }
  }

  /// The effect of a batch on the orders.
  private struct Change {
    var leaving: [Int] = []
    var joining: [UInt32] = []
    var texts: [Int: [UInt8]] = [:]
    var sortTitles: [Int: [UInt8]] = [:]
    var labels: [Int: LabelTable.Values?] = [:]
    var hasMarks = false
    var outdated: NumberColumn.Dependents = []
  }

  private func replace(
    _ index: Int, _ track: BatchedTrack, _ intake: TextOffsets, _ change: inout Change
  ) {
    let isBack = !columns.present[index]
    var isMoved = isBack
    intake.fold(track) { text, title, sortTitle in
      if change.texts[index] != nil || !columns.text[index].elementsEqual(text) {
        change.texts[index] = Array(text)
        isMoved = true
      }
      isMoved = isMoved || columns.title[index] != title
      columns.title[index] = title
      let isKnown = columns.sortTitles[index]?.elementsEqual(sortTitle) ?? sortTitle.isEmpty
      if !isKnown || change.sortTitles[index] != nil {
        change.sortTitles[index] = sortTitle
        isMoved = true
      }
    }
    var outdated = columns.setNames(of: track, at: index, intake)
    outdated.formUnion(columns.set(track.numbers, at: index))
    let labels = columns.labels.values(of: track, intake)
    if labels != columns.labels.row(of: index).map(columns.labels.values(ofRow:))
      || change.labels[index] != nil
    {
      change.labels[index] = .some(labels)
      outdated.insert(.lists)
    }
    change.outdated.formUnion(outdated)
    change.hasMarks = true
    guard isMoved || outdated.contains(.places) else { return }
    if !isBack { change.leaving.append(index) }
    change.joining.append(UInt32(index))
  }

  /// Brings names, albums and orders up to date with the columns.
  private func finish(_ change: Change) {
    let isRefolded = columns.folder.isRefolded
    if columns.present.capacity < count { columns.present = columns.present.grown(to: count) }
    for track in change.joining { columns.present[Int(track)] = true }
    if !change.labels.isEmpty { columns.labels.replace(change.labels) }
    let isMoved = !change.leaving.isEmpty || !change.joining.isEmpty
    let turned = columns.settleNames(isMoved: isMoved)
    if !change.texts.isEmpty { columns.text = columns.text.replacing(change.texts) }
    if !change.sortTitles.isEmpty {
      columns.sortTitles = columns.sortTitles.replacing(change.sortTitles)
    }
    albums.update(change.joining, in: columns)
    var joining = change.joining
    var leaving: TrackSet?
    if !change.leaving.isEmpty || turned != nil {
      var tracks = TrackSet(capacity: count)
      for track in change.leaving { tracks[track] = true }
      if var turned {
        // Added tracks join anyway.
        for track in change.joining { turned[Int(track)] = false }
        tracks.formUnion(turned)
        turned.forEach { joining.append(UInt32($0)) }
      }
      leaving = tracks
    }
    if isMoved {
      orders.update(leaving: leaving, joining: joining, in: columns)
      derived.forgetAll()
    } else if change.outdated.contains(.lists) || isRefolded {
      derived.forgetAll()
    } else if change.hasMarks {
      derived.forgetMarks()
      if change.outdated.contains(.soundOrders) { derived.forgetSoundOrders() }
    }
  }
}
