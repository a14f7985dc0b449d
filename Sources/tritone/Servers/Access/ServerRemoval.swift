import Glibc
import Library
import Log
import Media
import Music
import Secrets
import Servers
import Streaming

extension ServerAdding {
  /// What stays after a server was removed.
  struct Removal: Sendable {
    /// Tracks that are missing now.
    var missing: Int
    /// Why the keyring keeps the secret for now.
    var obstacle: SecretObstacle?
  }

  /// Removes a server with its secret, its tracks and what is on this disk of them.
  ///
  /// The secret goes first: of a server that is gone nobody would find it.
  ///
  /// - Parameter everywhere: ends the sign-in at a Coretet project on all machines first.
  func remove(_ server: Server, everywhere: Bool = false) async throws -> Removal {
    if server.kind == .coretet {
      try await signOut(ofProject: server, everywhere: everywhere)
    } else {
      await signOut(server)
    }
    let obstacle = try await access.secrets.remove(of: server.uuid)
    access.forget(server.uuid)
    let missing = try await library.removeServer(server.id)
    try await library.setSetting(ServerListingRun.filesKey(server), nil)
    StreamCache(folder: directories.sounds).forget(server: server.uuid)
    DownloadFolder(directories.downloads).removeAll(of: server.uuid)
    removeFolder(directories.serverFolder(server.uuid))
    log.info(.library, "removed a server", [LogField("kind", server.kind.rawValue)])
    return Removal(missing: missing, obstacle: obstacle)
  }

  private static let patience = Duration.seconds(5)

  /// Ends the tokens at the server, which may not be there any more.
  private func signOut(_ server: Server) async {
    guard server.kind == .audiobookshelf,
      // Without a secret there is nothing to end.
      case .tokens(let tokens)? = try? await access.secrets.signIn(of: server.uuid, server.kind),
      let location = try? ServerLocation(server.address)
    else { return }
    let signing = AudiobookshelfSignIn(access.http(server.options), at: location.root)
    await withTaskGroup { group in
      group.addTask { try? await signing.signOut(tokens) }
      group.addTask { try? await Task.sleep(for: Self.patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Removes the files that are kept of a server.
  private func removeFolder(_ folder: FilePath) {
    // Removes the locks of processes that have ended.
    _ = OwnerLock.living(in: folder, but: "")
    let files = ["sessions.json", "plays.json"]
    let locks = [
      "tokens", "renewal", "changes", "sessions", "plays", "sending", "exchange",
    ].map { $0 + ".lock" }
    for name in files + files.map({ $0 + ".broken" }) + locks {
      folder.appending(name).withCString { _ = unlink($0) }
    }
    folder.withCString { _ = rmdir($0) }
  }
}
