import Music
import Screen

// Servers: commands, and what the program tells of them.
extension App {
  mutating func performServer(_ command: ServerCommand) -> [Effect] {
    switch command {
    case .list: return showServers()
    case .add: return addServer()
    case .sync(let name): return syncServers(named: name)
    case .goOn(let name): return goOn(named: name)
    case .download: return download()
    case .removeDownload: return removeDownload()
    case .cancelDownloads: return cancelDownloads()
    case .report: return showDownloadReport()
    case .confirm: return confirmServer()
    case .takeQueue: return takeQueue()
    case .remove(let id): return [.servers(.remove(id))]
    }
  }

  mutating func receive(_ event: ServersEvent) -> [Effect] {
    switch event {
    case .listed(let items, let time): return list(items, at: time)
    case .added(let server, let mayDownload):
      endServerForm(of: server)
      servers.announce([server.id])
      say(
        "Added \(shortName(server)), whose tracks come into the library now; "
          + "\(key(.server(.list))) shows how far it is"
          + (mayDownload ? "" : "; the account may not download, but play"), .good)
      return [.servers(.list)]
    case .changed(let server):
      endServerForm(of: server)
      say("Changed \(shortName(server))", .good)
      return [.servers(.list)]
    case .removed(let name, let missing):
      servers.onDisk.forget()
      let left = missing > 0 ? "; \(missing.counted("track")) left the library" : ""
      say("Removed \(TextWidth.truncated(name, to: 40))\(left)", .good)
      return [.servers(.list)]
    case .checked(let check):
      receive(check)
      return [.servers(.list)]
    case .plainHTTPAsked(let draft): askForPlainHTTP(draft)
    case .changeAsked(let id, let change, let doubt): askToChange(id, change, doubt)
    case .certificateAsked(let certificate, let subject): askForTrust(certificate, subject)
    case .listing(let id, let progress): servers.set(.listing(progress), of: id)
    case .listingEnded(let id, let result): return listingEnded(id, result)
    case .failed(let id, let reason):
      let name = servers.item(id)?.shortName
      // Work that nobody asked for fails quietly: the list shows it.
      if servers.takeAnnounced(id) { say((name.map { $0 + ": " } ?? "") + reason, .bad) }
      return [.servers(.list)]
    case .signInNeeded(let id): signInNeeded(id)
    case .downloading(let progress): servers.downloads.progressed(progress)
    case .downloaded(let result): return downloaded(result)
    case .downloadsRemoved(let tracks, let bytes): return downloadsRemoved(tracks, bytes)
    case .onDisk(let tracks, let asked): servers.onDisk.receive(tracks, of: asked)
    case .queueFound(let queue): receive(queue)
    case .placeTaken(let book, let progress): return takePlace(progress, of: book)
    case .shared(let event): return receive(event)
    }
    return []
  }

  /// An effect failed. Its server may have changed by then, which the list shows.
  ///
  /// - Returns: The effects that follow; nil where nothing is said of it, as rows do without signs.
  mutating func refusedServers(_ effect: Effect) -> [Effect]? {
    guard case .servers(let order) = effect else { return [] }
    switch order {
    case .findOnDisk: return nil
    case .list:
      servers.wanted = nil
      return []
    case .sync(let id):
      for item in servers.items ?? [] where id == nil || item.id == id {
        _ = servers.takeAnnounced(item.id)
      }
    case .remove: servers.onDisk.forget()
    case .signIn, .check, .cancel, .setOptions, .change: break
    case .shared(let order): return refusedShared(order)
    case .add, .download, .removeDownload, .cancelDownloads, .goOn, .setCacheSize,
      .setDownloadsAtOnce, .setDownloadsNextBook, .setDeletesFinished:
      return []
    }
    return [.servers(.list)]
  }

  private func shortName(_ server: Server) -> String { TextWidth.truncated(server.name, to: 40) }

  // MARK: The list

  private mutating func showServers() -> [Effect] {
    let isOpen = overlays.contains { if case .servers = $0 { true } else { false } }
    if !isOpen { windows.open(.servers(ServersPanel())) }
    return [.servers(.list)]
  }

  private mutating func list(_ items: [ServerListItem], at time: Int64) -> [Effect] {
    let before = servers.items ?? []
    let wanted = servers.list(items, at: time, now: now)
    windows.update { overlay in
      guard case .servers(var panel) = overlay else { return }
      // The cursor stays on its server.
      let id =
        before.indices.contains(panel.cursor.selected) ? before[panel.cursor.selected].id : nil
      let index = items.firstIndex { $0.id == id } ?? panel.cursor.selected
      panel.cursor.move(to: index, of: items.count)
      overlay = .servers(panel)
    }
    let sharing = knowSharing()
    switch wanted {
    case .sync(let name): return sharing + syncServers(named: name)
    case .goOn(let name): return sharing + goOn(named: name)
    case nil: return sharing
    }
  }

  /// The server that a command names; nil after it was said that there is none.
  mutating func findServer(named name: String) -> ServerListItem? {
    if let item = servers.item(named: name) { return item }
    say(
      "There is no server \(TextWidth.truncated(name, to: 40));"
        + " \(key(.server(.list))) lists those that there are", .bad)
    return nil
  }

  mutating func sayNoServer() { say("There is no server yet; \(key(.server(.add))) adds one") }

  // MARK: Listings

  private mutating func syncServers(named name: String?) -> [Effect] {
    guard let items = servers.items else {
      servers.wanted = .sync(name)
      return [.servers(.list)]
    }
    if let name { return findServer(named: name).map { sync($0) } ?? [] }
    guard !items.isEmpty else {
      sayNoServer()
      return []
    }
    servers.announce(items.map(\.id))
    say("Listing \(items.count.counted("server"))")
    return [.servers(.sync(nil))]
  }

  mutating func sync(_ item: ServerListItem?) -> [Effect] {
    guard let item else { return [] }
    if item.state == .signInNeeded { return openForm(.signIn(item.server)) }
    servers.announce([item.id])
    say("Listing \(item.shortName)")
    return [.servers(.sync(item.id))]
  }

  /// Ends the listing of a server.
  mutating func stopListing(_ item: ServerListItem?) -> [Effect] {
    guard let item, case .listing = item.state else { return [] }
    return [.servers(.cancel(item.id))]
  }

  private mutating func listingEnded(_ id: ServerID, _ result: ServerListingResult) -> [Effect] {
    servers.set(.fine, of: id)
    guard servers.takeAnnounced(id), let item = servers.item(id) else { return [.servers(.list)] }
    if result.wasCancelled {
      say("Stopped listing \(item.shortName); \(key(.server(.sync(nil)))) goes on there")
    } else {
      // An unchanged server is not listed, and its tracks are not counted.
      let tracks = result.tracks > 0 ? result.tracks.counted("track") + ", " : ""
      say("\(item.shortName): \(tracks)\(result.text)", .good)
    }
    return [.servers(.list)]
  }

  private mutating func receive(_ check: ServerCheck) {
    answered(about: .known(check.server))
    let name = servers.item(check.server)?.shortName ?? "The server"
    let version = TextWidth.truncated(check.version, to: 40)
    say(
      "\(name) answers: \(version)"
        + (check.mayDownload ? "" : "; the account may not download, but play"), .good)
  }

  private mutating func signInNeeded(_ id: ServerID) {
    let isAnswer = answered(about: .known(id)) != nil
    guard isAnswer || servers.item(id)?.state != .signInNeeded else { return }
    servers.set(.signInNeeded, of: id)
    _ = servers.takeAnnounced(id)
    let name = servers.item(id)?.shortName ?? "A server"
    say(
      "\(name) does not take the sign-in any longer: \(key(.servers(.signIn), in: .servers)) in "
        + "\(key(.server(.list))) signs in again", .bad)
  }
}
