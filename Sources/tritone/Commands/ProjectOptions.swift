import ArgumentParser
import Glibc
import Music
import Servers

/// How somebody signs in at a Coretet project, and how its tables are called.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The anon key or publishable key of the project.", valueName: "key"))
  var anonKey: String?
  @Flag(help: "Sign in as a collaborator, who is no user of the project.")
  var collaborator = false
  @Option(
    help: ArgumentHelp(
      "Become a collaborator by the link of a share, with a password that you choose.",
      valueName: "link"))
  var shareLink: String?
  @Option(
    help: ArgumentHelp(
      "A name of the project's that is not the usual one, as playlists=lists; repeat it for several.",
      valueName: "name=name"))
  var rename: [String] = []

  private static let longestKey = 4_096

  func check(with kind: ServerKind, apiKey: Bool) throws {
    guard kind == .coretet else {
      guard anonKey == nil, !collaborator, shareLink == nil, rename.isEmpty else {
        throw ValidationError(
          "--anon-key, --collaborator, --share-link and --rename are for coretet")
      }
      return
    }
    guard let anonKey, !anonKey.isEmpty, anonKey.utf8.count <= Self.longestKey else {
      throw ValidationError("the project's key is missing: --anon-key")
    }
    if apiKey { throw ValidationError("a project has passwords and no API keys of accounts") }
    if collaborator, shareLink != nil {
      throw ValidationError("--share-link makes you a collaborator: leave out --collaborator")
    }
    _ = try names()
  }

  /// Names by the usual ones; nil where all are usual.
  func names() throws -> [String: String]? {
    var names: [String: String] = [:]
    for pair in rename {
      // The usual name of a status has the sign, too.
      guard let sign = pair.lastIndex(of: "=") else {
        throw ValidationError("--rename is NAME=NAME, as playlists=lists")
      }
      names[String(pair[..<sign])] = String(pair[pair.index(after: sign)...])
    }
    do throws(CoretetError) { _ = try CoretetNames(changed: names) } catch {
      throw ValidationError(error.message)
    }
    return names.isEmpty ? nil : names
  }

  func signIn(_ typed: String, _ password: Secret) throws -> ProjectSignIn {
    let email = try CoretetEmail(typed).text
    let account: ProjectSignIn.Account =
      if let shareLink {
        .invited(link: Secret(shareLink), name: String(email.prefix { $0 != "@" }))
      } else {
        collaborator ? .collaborator : .user
      }
    return ProjectSignIn(
      key: Secret((anonKey ?? "").trimmed()), email: email, password: password, account: account)
  }
}
