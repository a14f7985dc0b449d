import Bus
import BusServing
import Foundation
import Music
import Secrets
import Testing

/// gnome-keyring on a bus of its own, with a home of its own.
final class KeyringDaemon {
  let server: PrivateBus
  let home: TestFolder
  private let process = Process()

  static let isInstalled = ["/usr/bin/gnome-keyring-daemon"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init(password: String) async throws {
    server = try PrivateBus()
    home = try TestFolder()
    process.executableURL = URL(filePath: "/usr/bin/gnome-keyring-daemon")
    process.arguments = ["--foreground", "--components=secrets", "--unlock"]
    process.environment = [
      "DBUS_SESSION_BUS_ADDRESS": server.address, "HOME": home.path.text,
      "XDG_RUNTIME_DIR": home.path.text, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
    ]
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(password.utf8))
    try input.fileHandleForWriting.close()
    let bus = Bus(addresses: [server.address])
    struct Failure: Error { let status: Int32 }
    while try await !isThere(bus) {
      guard process.isRunning else { throw Failure(status: process.terminationStatus) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func isThere(_ bus: Bus) async throws -> Bool {
    try await bus.call(.bus("NameHasOwner", [.string("org.freedesktop.secrets")]))
      == [.boolean(true)]
  }

  func call(_ member: String, _ arguments: [BusValue]) async throws {
    _ = try await Bus(addresses: [server.address]).call(
      BusCall(
        "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service",
        member, arguments))
  }

  /// Ends it, and waits until the bus knows.
  func end() async throws {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let bus = Bus(addresses: [server.address])
    while try await isThere(bus) { try await Task.sleep(for: .milliseconds(10)) }
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

@Suite("Secrets in gnome-keyring", .enabled(if: KeyringDaemon.isInstalled))
struct KeyringDaemonTests {
  @Test("are kept, replaced, found by another program, told as locked, and removed")
  func lifecycle() async throws {
    let daemon = try await KeyringDaemon(password: "master")
    let folder = try TestFolder()
    let store = SecretStore(Bus(addresses: [daemon.server.address]), folder: folder.secrets)
    #expect(await store.place() == .service(program: "gnome-keyring"))
    #expect(await store.place().text == "Secret Service (gnome-keyring)")
    #expect(try await store.secret(name) == nil)
    try await store.keep(Secret("first"), as: name)
    try await store.keep(Secret(canary), as: name)
    #expect(folder.names.isEmpty)
    let other = SecretStore(Bus(addresses: [daemon.server.address]), folder: folder.secrets)
    #expect(try await other.secret(name) == Secret(canary))
    // Its keyring is encrypted.
    for file in FileManager.default.enumerator(atPath: daemon.home.path.text) ?? .init() {
      let bytes = FileManager.default.contents(atPath: "\(daemon.home.path.text)/\(file)")
      #expect(bytes.map { $0.firstRange(of: Data(canary.utf8)) == nil } ?? true)
    }
    let collection = BusValue.path("/org/freedesktop/secrets/collection/login")
    try await daemon.call("Lock", [.array([collection], of: "o")])
    await #expect(throws: SecretError.locked) { try await store.secret(name) }
    #expect(try await store.remove(name) == .locked)
    #expect(try await store.secret(name) == nil)
    try await store.keep(Secret("in a file"), as: name)
    #expect(folder.names.count == 1)
    #expect(try await store.secret(name) == Secret("in a file"))
  }

  @Test("are removed")
  func removal() async throws {
    let daemon = try await KeyringDaemon(password: "master")
    let folder = try TestFolder()
    let store = SecretStore(Bus(addresses: [daemon.server.address]), folder: folder.secrets)
    try await store.keep(Secret(canary), as: name)
    #expect(try await store.remove(name) == nil)
    #expect(try await store.secret(name) == nil && folder.names.isEmpty)
  }

  @Test("are kept in files once it has ended")
  func gone() async throws {
    let daemon = try await KeyringDaemon(password: "master")
    let folder = try TestFolder()
    let store = SecretStore(Bus(addresses: [daemon.server.address]), folder: folder.secrets)
    try await store.keep(Secret(canary), as: name)
    try await daemon.end()
    #expect(try await store.secret(name) == nil)
    #expect(await store.place() == .files(folder.secrets, because: .noService))
    try await store.keep(Secret("in a file"), as: name)
    #expect(try await store.secret(name) == Secret("in a file"))
  }
}
