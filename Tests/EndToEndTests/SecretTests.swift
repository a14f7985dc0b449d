import BusServing
import Foundation
import Testing

@Suite("Secrets on a machine of a user")
struct SecretTests {
  @Test("doctor tells where they are kept, and why it is not a keyring")
  func doctor() async throws {
    let server = try PrivateBus()
    let service = try await MockSecretService(on: server.address)
    try Sandbox.with(sound: false) { box in
      func row() throws -> String {
        let output = try box.tritone("--output", "null", "doctor").output
        return output.split(separator: "\n").first { $0.hasPrefix("secrets") }.map(String.init)
          ?? ""
      }
      let folder = box.folder.appendingPathComponent("home/.local/state/tritone/secrets").path
      let files = try row()
      #expect(files.hasPrefix("secrets     fine: files in \(folder), because there is no"))
      #expect(!FileManager.default.fileExists(atPath: folder))
      box.set("DBUS_SESSION_BUS_ADDRESS", server.address)
      let keyring = try row()
      #expect(keyring.hasPrefix("secrets     fine: Secret Service ("))
      service.with { $0.hasDefault = false }
      let withoutDefault = try row()
      #expect(withoutDefault.hasSuffix("because the Secret Service has no default keyring"))
    }
  }

  @Test("a secret is found wherever a sandbox has it, but for its own folder")
  func leaks() throws {
    try Sandbox.with(sound: false) { box in
      let secret = "s3cr3t+canary/ü"
      func found() -> [String] { SecretLeaks.places(of: secret, in: box) }
      box.recordScreens()
      let state = box.folder.appendingPathComponent("home/.local/state/tritone")
      try FileManager.default.createDirectory(
        at: state.appendingPathComponent("secrets"), withIntermediateDirectories: true)
      func put(_ name: String, _ text: String) throws {
        try text.write(
          to: state.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
      try put("secrets/a", secret)
      SecretLeaks.assertNone(of: secret, in: box)
      let forms = [
        "x\(secret)x", "token=s3cr3t%2Bcanary%2F%C3%BC&", "[\"s3cr3t+canary\\/ü\"]",
        "Basic \(Data(secret.utf8).base64EncodedString())",
        "Basic \(Data("user:\(secret)".utf8).base64EncodedString())",
        "Basic \(Data("me:\(secret)".utf8).base64EncodedString())",
      ]
      for form in forms {
        try put("log", form)
        #expect(found() == ["home/.local/state/tritone/log"], "\(form)")
      }
      try put("log", "nothing")
      _ = try box.tritone("search", "--library", "/dev/null/\(secret)")
      #expect(found().contains { $0.hasPrefix("errors of search") })
      // What a player wrote to its terminal, also once that is closed.
      let player = try box.player(["--library", "/dev/null/\(secret)"])
      try player.left()
      #expect(found().contains("the terminal"))
      box.openTerminal()
      #expect(found().contains { $0.hasPrefix("recorded-") })
      #expect(!found().contains("the terminal"))
    }
  }
}
