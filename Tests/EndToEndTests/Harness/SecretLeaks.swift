import Foundation
import Testing

/// Looks for a secret in all that a sandbox keeps, shows and prints.
///
/// The folder of secrets is left out. Call `recordScreens()` of the sandbox before the player starts,
/// so that everything it writes to the terminal is looked at, and not the last screen alone.
enum SecretLeaks {
  /// Records an issue for each place that has the secret.
  static func assertNone(
    of secret: String, in sandbox: Sandbox, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = places(of: secret, in: sandbox)
    #expect(found.isEmpty, "the secret is in \(found)", sourceLocation: sourceLocation)
  }

  /// The places that have the secret in one of its forms.
  static func places(of secret: String, in sandbox: Sandbox) -> [String] {
    precondition(secret.utf8.count >= 12, "a short text is anywhere")  // because the test is wrong
    let forms = forms(of: secret)
    func has(_ bytes: Data) -> Bool { forms.contains { bytes.firstRange(of: $0) != nil } }
    return files(in: sandbox, has: has)
      + texts(of: sandbox).filter { has(Data($0.1.utf8)) }.map(\.0)
      + processes(of: sandbox, has: has)
  }

  /// As it is, in an address, in JSON, in base64 (as in Basic credentials) and in UTF-16.
  private static func forms(of secret: String) -> [Data] {
    let escaped = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    let quoted = (try? JSONEncoder().encode([secret])).map { $0.dropFirst(2).dropLast(2) } ?? Data()
    // Groups of three bytes that are the secret's alone, whatever comes before and after it.
    let encoded = (0..<3).map { shift in
      let bytes = Data(repeating: 0, count: shift) + Data(secret.utf8)
      let groups = bytes.base64EncodedString().prefix(bytes.count / 3 * 4)
      return Data(groups.dropFirst(shift == 0 ? 0 : 4).utf8)
    }
    let texts = [secret, escaped].map { Data($0.utf8) } + [Data(quoted)] + encoded
    return texts + [secret.data(using: .utf16LittleEndian)].compactMap { $0 }
  }

  private static func files(in sandbox: Sandbox, has: (Data) -> Bool) -> [String] {
    let root = sandbox.folder.path
    let secrets = "home/.local/state/tritone/secrets"
    let listing = FileManager.default.enumerator(atPath: root)
    var found: [String] = []
    while let name = listing?.nextObject() as? String {
      if name == secrets {
        listing?.skipDescendants()
        continue
      }
      var status = stat()
      let path = "\(root)/\(name)"
      if has(Data(name.utf8)) { found.append(name) }
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
      else { continue }
      if has(bytes) { found.append(name) }
    }
    return found
  }

  /// What sub-commands printed, and the terminal as it is.
  private static func texts(of sandbox: Sandbox) -> [(String, String)] {
    // No terminal is there before the first player.
    let screen = (try? sandbox.tmux("capture-pane", "-p", "-J", "-S", "-")) ?? ""
    return sandbox.printed + [("the terminal", screen)]
  }

  /// The arguments and the environments of the sandbox's programs that still run.
  private static func processes(of sandbox: Sandbox, has: (Data) -> Bool) -> [String] {
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var found: [String] = []
    for id in ids where id.allSatisfy(\.isNumber) {
      func bytes(_ name: String) -> Data {
        // A process may be gone meanwhile.
        (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(id)/\(name)"))) ?? Data()
      }
      let environment = bytes("environ")
      guard environment.firstRange(of: Data(sandbox.folder.path.utf8)) != nil else { continue }
      let arguments = bytes("cmdline")
      if has(environment) { found.append("the environment of process \(id)") }
      if has(arguments) { found.append("the arguments of process \(id)") }
    }
    return found
  }
}
