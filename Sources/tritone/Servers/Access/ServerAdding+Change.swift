import HTTP
import Interface
import Library
import Log
import Music
import Servers

// Changes of a known server. Its tracks, marks, downloads and secret stay with it, since all of them
// are kept by its UUID; so a new address has to be one of the same server.
extension ServerAdding {
  /// What became of a change.
  enum Changed: Sendable {
    case changed(Server)
    /// Nothing was changed: the address is doubtful.
    case asked(ServerDoubt)
    /// Nobody vouches for the certificate at the new address; the text says why.
    case certificateAsked(HTTPCertificate, reason: String)
  }

  /// Changes name, address and options; a new address is asked first.
  func change(_ server: Server, _ change: ServerChange) async throws -> Changed {
    let location = try ServerLocation(change.address)
    let name = try validName(change.name)
    var moved = server
    (moved.address, moved.options) = (location.text, change.options)
    var form = server.options.passwordForm
    if moved.address != server.address {
      if location.isPlainInPublic, !change.allowsPlainHTTP { return .asked(.plainHTTP) }
      do {
        let answer = try await answer(of: moved)
        if let reason = answer.doubt, !change.allowsOther { return .asked(.other(reason: reason)) }
        form = answer.form
      } catch {
        guard let fault = ServerError(found: error),
          let asked = await question(fault, location, change.options)
        else { throw error }
        return .certificateAsked(asked.certificate, reason: asked.reason)
      }
    }
    let (address, options) = (moved.address, change.options)
    let changed = try await library.changeServer(server.id) { [form] now in
      let before = now.options
      (now.name, now.address, now.options) = (name, address, options)
      now.options.passwordForm = form
      (now.options.person, now.options.names) = (before.person, before.names)
    }
    access.forget(server.uuid)
    log.info(.library, "changed a server", [LogField("kind", server.kind.rawValue)])
    return .changed(changed)
  }

  // MARK: The same server

  private struct Answer {
    /// Why another server may have answered; nil where it is the same one.
    var doubt: String?
    var form: ServerOptions.PasswordForm?
  }

  private static let mostSamples = 8

  /// Asks a server at its new address.
  private func answer(of moved: Server) async throws -> Answer {
    var answer = Answer(form: moved.options.passwordForm)
    do {
      switch try await access.newClient(of: moved, mayPrompt: true) {
      case .audiobookshelf(let client):
        // The tokens that are kept count at the server alone that has signed them.
        let account = try await client.account()
        if let user = moved.user, account.name.lowercased() != user.lowercased() {
          answer.doubt = "the sign-in is that of \(account.name) there, and not of \(user)"
        }
      case .coretet(let client):
        // So do those of a project.
        _ = try await check(client, moved)
      case .subsonic(let client):
        _ = try await client.ping()
        if moved.user != nil { answer.form = client.passwordForm }
        answer.doubt = try await doubt(client, moved)
      }
    } catch {
      guard ServerError(found: error)?.needsSignIn == true else { throw error }
      answer.doubt = "the sign-in of \(moved.name) does not count there"
    }
    return answer
  }

  /// Compares some tracks of the library with those that the server has by their ids.
  private func doubt(_ client: SubsonicClient, _ server: Server) async throws -> String? {
    let samples = try await library.sampleTracks(of: server, count: Self.mostSamples)
    var known = 0
    for sample in samples {
      do throws(ServerError) {
        if sample.isSame(as: try await client.track(sample.id)) { known += 1 }
      } catch {
        // Tracks go at the same server, too.
        guard error.isOfOneTrack else { throw error }
      }
    }
    // Without tracks nothing can be taken for another.
    guard known * 2 < samples.count else { return nil }
    let asked = samples.count.counted("track")
    return "of \(asked) of \(server.name) it knows \(known == 0 ? "none" : "only \(known)")"
  }
}
