import Music

/// The tracks that wait to be downloaded, each once, in the order in which they came.
struct DownloadOrder {
  private struct Entry {
    var number: Int
    var address: ServerTrackAddress
  }

  private struct Waiting {
    var number: Int
    var download: TrackDownload
  }

  /// Those that were taken out stay as entries until they come to the front.
  private var entries: [Entry] = []
  private var front = 0
  private var waiting: [ServerTrackAddress: Waiting] = [:]
  private var added = 0

  func contains(_ address: ServerTrackAddress) -> Bool { waiting[address] != nil }

  var downloads: [TrackDownload] { entries[front...].compactMap { download(of: $0) } }

  private func download(of entry: Entry) -> TrackDownload? {
    guard let one = waiting[entry.address], one.number == entry.number else { return nil }
    return one.download
  }

  mutating func append(_ download: TrackDownload) {
    added += 1
    entries.append(Entry(number: added, address: download.address))
    waiting[download.address] = Waiting(number: added, download: download)
  }

  mutating func remove(_ address: ServerTrackAddress) { waiting[address] = nil }

  /// Takes out all that meet a condition, in order.
  mutating func remove(
    where isRemoved: (ServerTrackAddress) -> Bool
  ) -> [ServerTrackAddress] {
    let removed = downloads.map(\.address).filter(isRemoved)
    for address in removed { waiting[address] = nil }
    if waiting.isEmpty { (entries, front) = ([], 0) }
    return removed
  }

  /// Takes out the first one that may begin.
  mutating func removeFirst(except held: Set<ServerTrackAddress>) -> TrackDownload? {
    var index = front
    while index < entries.count {
      let entry = entries[index]
      let download = download(of: entry)
      if let download, held.contains(download.address) {
        index += 1
        continue
      }
      if index == front { front += 1 }
      index += 1
      guard let download else { continue }
      waiting[entry.address] = nil
      trim()
      return download
    }
    return nil
  }

  /// Drops the entries in front, not one by one.
  private mutating func trim() {
    guard front > 1_000, front > entries.count / 2 else { return }
    entries.removeFirst(front)
    front = 0
  }
}
