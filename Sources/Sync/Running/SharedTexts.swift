internal import Music

// Ids and paths are the same on both sides for nearly all tracks. The values that are read later share
// those of the device's rows, and give their own memory back.

extension DeviceSnapshot {
  /// Lets files share the paths of their rows.
  mutating func shareTexts() {
    let rows = contents.tracks
    let order = rows.indices.sorted { rows[$0].path < rows[$1].path }
    var next = order.startIndex
    // Both are in the order of their paths.
    for file in files.indices {
      while next < order.endIndex, rows[order[next]].path < files[file].path { next += 1 }
      guard next < order.endIndex else { return }
      let path = rows[order[next]].path
      if path == files[file].path { files[file].path = path }
    }
  }
}

extension SyncState {
  /// Lets rows of the state share the ids and paths of the device's rows.
  mutating func shareTexts(with contents: DeviceContents) {
    let rows = contents.tracks
    let order = rows.indices.sorted { rows[$0].id < rows[$1].id }
    var next = order.startIndex
    for number in tracks.indices.sorted(by: { tracks[$0].uuid < tracks[$1].uuid }) {
      while next < order.endIndex, rows[order[next]].id < tracks[number].uuid { next += 1 }
      guard next < order.endIndex else { return }
      let row = rows[order[next]]
      guard row.id.hasBytes(of: tracks[number].uuid) else { continue }
      tracks[number].uuid = row.id
      if tracks[number].file.path == row.path { tracks[number].file.path = row.path }
      if tracks[number].place == row.path { tracks[number].place = row.path }
    }
  }
}

extension SyncLibraryContents {
  /// Lets tracks, which come in the order of their ids, share the ids of rows of the state.
  mutating func shareTexts(with state: SyncState) {
    for known in state.tracks {
      var (low, high) = (tracks.startIndex, tracks.endIndex)
      while low < high {
        let middle = (low + high) / 2
        if tracks[middle].id < known.track { low = middle + 1 } else { high = middle }
      }
      guard low < tracks.endIndex, tracks[low].uuid.hasBytes(of: known.uuid) else {
        continue
      }
      tracks[low].uuid = known.uuid
    }
  }
}

extension String {
  /// Equal strings may have other bytes, composed or not, which a database tells apart.
  fileprivate func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
