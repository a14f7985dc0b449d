import Music
import Screen

// Downloads of tracks of servers.
extension App {
  /// The subject of a download: the selection, or the book or series at the cursor; nil after a
  /// message where there is none.
  private mutating func findDownloadSubject() -> DownloadSubject? {
    guard browsing.isShelfFocused else {
      if let selection { return .tracks(selection) }
      say("Nothing is selected")
      return nil
    }
    switch browsing.shelf.selectedRow {
    case .book(let row): return .book(row.id)
    case .name(let name, _, _):
      if let list = browsing.shelf.list.list(of: name) { return .books(list) }
    case .list, nil: break
    }
    say("Select a book, a series, an author or a narrator")
    return nil
  }

  /// Whether there may be something to download; says so where there is no server.
  private mutating func hasServers() -> Bool {
    guard servers.items?.isEmpty == true else { return true }
    sayNoServer()
    return false
  }

  mutating func download() -> [Effect] {
    guard hasServers(), let subject = findDownloadSubject() else { return [] }
    return [.servers(.download(subject))]
  }

  mutating func removeDownload() -> [Effect] {
    guard hasServers(), let subject = findDownloadSubject() else { return [] }
    return [.servers(.removeDownload(subject))]
  }

  mutating func cancelDownloads() -> [Effect] {
    guard servers.downloads.progress != nil else {
      say("Nothing is being downloaded")
      return []
    }
    return servers.downloads.cancel() ? [.servers(.cancelDownloads)] : []
  }

  mutating func downloaded(_ result: DownloadResult) -> [Effect] {
    servers.downloads.ended(result)
    let failed = result.failed
    let isGood = failed == 0 && !result.wasCancelled
    say(
      result.text + (failed > 0 ? ": \(key(.server(.report))) says why" : ""),
      isGood && result.tracks > 0 ? .good : failed > 0 ? .bad : .plain)
    return servers.items == nil ? [] : [.servers(.list)]
  }

  mutating func downloadsRemoved(_ tracks: Int, _ bytes: Int64) -> [Effect] {
    if tracks == 0 {
      say("None of the tracks was downloaded")
    } else {
      say(
        "Removed \(tracks.counted("download")), \(max(0, bytes).byteText); "
          + "\(key(.server(.download))) brings them back", .good)
    }
    return servers.items == nil ? [] : [.servers(.list)]
  }

  mutating func showDownloadReport() -> [Effect] {
    guard let result = servers.downloads.last else {
      say("Nothing was downloaded yet; \(key(.server(.download))) downloads what is selected")
      return []
    }
    var panel = ReportPanel(title: "Downloads")
    panel.add("Done", [ReportLine(result.text)])
    let failures = result.failures.prefix(DownloadResult.maximumRows)
    let rest = result.failed - failures.count
    panel.add(
      "Left: \(result.failed.grouped)",
      failures.map { ReportLine($0.track, detail: $0.reason) }
        + (rest > 0 ? [ReportLine("and \(rest.grouped) more")] : []))
    windows.open(.report(panel))
    return []
  }
}

extension DownloadResult {
  /// Rows of a report.
  fileprivate static let maximumRows = 2_000

  /// "Downloaded 12 tracks, 84.0 MB, 2 failed".
  package var text: String {
    let elsewhere = notOnServers > 0 ? "\(notOnServers.grouped) on no server" : nil
    if tracks == 0, failed == 0, !wasCancelled {
      guard already > 0 else {
        return notOnServers == 1
          ? "The track is on no server" : "None of the tracks is on a server"
      }
      if let elsewhere { return "\(already.counted("track")) on this disk, \(elsewhere)" }
      return already == 1 ? "The track is on this disk" : "All of the tracks are on this disk"
    }
    let head = wasCancelled ? "Downloads cancelled: " : "Downloaded "
    return [
      head + "\(tracks.counted("track")), \(max(0, bytes).byteText)",
      already > 0 ? "\(already.grouped) were here" : nil, elsewhere,
      failed > 0 ? "\(failed.grouped) failed" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
