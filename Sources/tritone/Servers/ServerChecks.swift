import Library
import Music
import Secrets
import Streaming

/// The doctor's checks of servers, none of which is asked.
struct ServerChecks {
  let library: FilePath
  let directories: Directories
  let secrets: SecretStore

  /// A listing that is older is no longer what the server has.
  private static let oldListing: Int64 = 30 * 86_400

  /// One for each server, by its name; one in all where there is none.
  var all: [CheckResult] {
    let servers = Health.servers(of: library)
    return servers.isEmpty ? [.fine("none")] : servers.map(check)
  }

  private func check(_ listed: Health.ListedServer) -> CheckResult {
    let server = listed.server
    let facts = ([server.name, listed.tracks.counted("track")] + files(of: server))
      .joined(separator: ", ")
    let faults = [signIn(of: server), listing(listed), setAside(of: server)].compactMap(\.self)
    guard faults.isEmpty else {
      return .trouble(([facts] + faults).joined(separator: "; "))
    }
    let time = server.lastListing.map { LocalTime.text($0) } ?? ""
    let rest = listed.isListing ? ", and another one goes on with the next sync" : ""
    return .fine("\(facts), listed \(time)\(rest); tritone server check asks it")
  }

  /// What is on this disk.
  private func files(of server: Server) -> [String] {
    let contents = DownloadFolder(directories.downloads).contents(of: server.uuid)
    guard contents.tracks > 0 else { return [] }
    return ["\(contents.tracks.grouped) on this disk (\(contents.bytes.byteText))"]
  }

  private func signIn(of server: Server) -> String? {
    let secrets = ServerSecrets(store: secrets)
    do {
      let found = try Waiting.run { try await secrets.signIn(of: server.uuid, server.kind) }
      return found == nil ? "no sign-in is kept: :servers in the player signs in anew" : nil
    } catch {
      return "the sign-in cannot be read: \(UserText.of(error))"
    }
  }

  private func listing(_ listed: Health.ListedServer) -> String? {
    let sync = "tritone server sync lists it"
    guard let time = listed.server.lastListing else {
      return listed.isListing ? "its first listing has not ended: \(sync)" : "never listed: \(sync)"
    }
    guard ListenSending.now - time > Self.oldListing else { return nil }
    return "not listed since \(LocalTime.text(time)): \(sync), or says why not"
  }

  /// Listening that could not be understood, which nothing sends.
  private func setAside(of server: Server) -> String? {
    let folder = directories.serverFolder(server.uuid)
    let broken = ["sessions.json.broken", "plays.json.broken"].map { folder.appending($0) }
      .first { directories.exists($0) }
    return broken.map { "\($0.text) has listening that cannot be read, and is not sent" }
  }
}
