import ArgumentParser
import Library
import Log
import Music
import Servers
import Streaming

/// What the commands about shared playlists have in common.
struct SharedRun: Sendable {
  let library: Library
  let acting: SharedActing

  init(_ options: GlobalOptions, _ log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    self.library = library
    acting = SharedActing(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories, log: log)
  }

  // MARK: Names

  /// The playlist of a name or of an id, of one server or of any.
  func playlist(_ name: String) throws -> SharedPlaylist {
    let all = try Waiting.reading { try await library.sharedPlaylists() }
    let found =
      all.first { $0.id.id == name }.map { [$0] }
      ?? all.filter { SortKey.folded($0.name) == SortKey.folded(name) }
    guard let playlist = found.first else {
      throw Failure(
        reason: all.isEmpty
          ? try noPlaylists()
          : "there is no shared playlist “\(TrackText.clean(name))”; tritone shared list shows all")
    }
    guard found.count == 1 else {
      throw Failure(
        reason: "\(found.count) shared playlists are named so; name the id: "
          + found.map(\.id.id).joined(separator: ", "))
    }
    return playlist
  }

  /// What to do where there are no shared playlists.
  func noPlaylists() throws -> String {
    let servers = try Waiting.reading { try await library.servers() }
    return servers.contains { $0.kind == .coretet }
      ? "there are no shared playlists yet: tritone server sync lists them"
      : "there are no shared playlists yet: tritone server add coretet URL, then tritone server sync"
  }

  /// The track of a number in the playlist, or of a title.
  func entry(_ name: String, in playlist: SharedPlaylist) throws -> SharedEntry {
    let id = playlist.id
    let entries = try Waiting.reading { try await acting.contents(id) }.entries
    if let number = Int(name), (1...max(1, entries.count)).contains(number), !entries.isEmpty {
      return entries[number - 1]
    }
    let found = entries.filter { SortKey.folded($0.title) == SortKey.folded(name) }
    guard let entry = found.first else {
      throw Failure(
        reason: "there is no “\(TrackText.clean(name))” in \(playlist.name), which has "
          + entries.count.counted("track", .plain))
    }
    guard found.count == 1 else {
      throw Failure(reason: "\(found.count) tracks have that title; name the number")
    }
    return entry
  }

  /// The change that was refused or set aside whose id begins so.
  func stopped(_ beginning: String) throws -> SharedChange {
    let all = try Waiting.reading { try await acting.changes() }
    let found = all.filter {
      !beginning.isEmpty && ($0.refusal ?? $0.hold) != nil
        && $0.id.hasPrefix(beginning.lowercased())
    }
    guard let change = found.first, found.count == 1 else {
      throw Failure(
        reason: found.isEmpty
          ? "there is no change \(TrackText.clean(beginning)) that was refused or set aside; "
            + "tritone shared waiting shows all"
          : "\(found.count) changes begin so; name more of the id")
    }
    return change
  }

  // MARK: Servers

  /// Sends what waits at the server of a change that is stored; says what became of it.
  ///
  /// - Throws: `ExitCode` where the server refuses it.
  func send(to id: ServerID, _ done: String) throws {
    let outcome: Result<SharedExchange.Sent, Failure> = try Waiting.run {
      do {
        let server = try await acting.server(id)
        return .success(try await acting.exchange(server).send(try await acting.client(server)))
      } catch { return .failure(Failure(reason: UserText.of(error))) }
    }
    switch outcome {
    case .failure(let failure):
      StandardOutput.line(done)
      StandardError.print("tritone: it waits to be sent: \(failure.reason)")
    case .success(let sent):
      StandardOutput.line(done)
      if let reason = sent.waitingText {
        StandardError.print("tritone: it waits to be sent: \(TrackText.clean(reason))")
      }
      for refused in sent.refused {
        let words = refused.change.words.map { ": “\(TrackText.clean($0))”" } ?? ""
        StandardError.print("tritone: the server refused a change: \(refused.reason)\(words)")
      }
      guard sent.refused.isEmpty else { throw ExitCode(1) }
    }
  }

  /// Asks servers for news, after what waits was sent.
  ///
  /// - Parameter only: one playlist; nil for all.
  func refresh(_ only: SharedPlaylist?) throws {
    try Waiting.run {
      let cache = StreamCache(folder: acting.directories.sounds)
      for server in try await library.servers()
      where server.kind == .coretet && (only == nil || only?.id.server == server.id) {
        let (client, shared) = (try await acting.client(server), acting.exchange(server))
        _ = try await shared.send(client)
        if let only {
          _ = try await shared.look(at: only, client) { cache.forget($0) }
        } else {
          _ = try await shared.lookAtAll(client) { cache.forget($0) }
        }
      }
    }
  }
}
