import Bus
import BusServing
import Foundation
import Music
import Secrets

/// What no file, error or description may show.
let canary = "c4n4ry-ü"

let name = SecretName(.listenBrainz, account: "https://listenbrainz.org somebody")

/// A folder that is gone with the test.
final class TestFolder: Sendable {
  let path = FilePath("/tmp/ts-\(UUID().uuidString.prefix(8))")

  init() throws {
    try FileManager.default.createDirectory(atPath: path.text, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.text) }

  var secrets: FilePath { path.appending("state/tritone/secrets") }

  var names: [String] {
    // Missing until it is needed.
    ((try? FileManager.default.contentsOfDirectory(atPath: secrets.text)) ?? []).sorted()
  }

  var file: FilePath { secrets.appending(names.first ?? "none") }
}

func mode(_ path: FilePath) -> mode_t {
  var status = stat()
  guard lstat(path.text, &status) == 0 else { return 0 }
  return status.st_mode & 0o7777
}

/// A store with a bus, a service on it, and a folder.
struct ServiceFixture {
  let server: PrivateBus
  let service: MockSecretService
  let folder: TestFolder
  let store: SecretStore

  init(
    answers: Duration = .seconds(60), prompts: Duration = .seconds(60), pause: Duration = .zero
  ) async throws {
    server = try PrivateBus()
    service = try await MockSecretService(on: server.address)
    folder = try TestFolder()
    store = SecretStore(
      Bus(addresses: [server.address]), folder: folder.secrets,
      times: SecretTimes(answers: answers, prompts: prompts, pause: pause))
  }
}

/// Whether a value shows the canary in any of its descriptions.
func shows(_ value: Any) -> Bool {
  var dumped = ""
  dump(value, to: &dumped)
  return [String(describing: value), String(reflecting: value), dumped]
    .contains { $0.contains(canary) }
}
