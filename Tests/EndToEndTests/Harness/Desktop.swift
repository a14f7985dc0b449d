import BusServing
import Foundation
import ServerHarness

/// A desktop around a player: its buses, with stand-ins of python-dbusmock for services.
final class Desktop {
  private let session: PrivateBus
  private let system: PrivateBus
  private let box: Sandbox
  private var services: [Spawned] = []

  init(_ box: Sandbox) throws {
    self.box = box
    (session, system) = (try PrivateBus(), try PrivateBus())
    box.set("DBUS_SESSION_BUS_ADDRESS", session.address)
    box.set("DBUS_SYSTEM_BUS_ADDRESS", system.address)
  }

  deinit { for service in services { service.end() } }

  var systemAddress: String { system.address }

  /// Starts a service by its template; returns the file of its calls.
  @discardableResult
  func start(_ template: String, name: String, isOfSystem: Bool = false, parameters: String = "{}")
    throws -> URL
  {
    let calls = box.folder.appendingPathComponent(template)
    services.append(
      try Spawned(
        // Debian's, which has the package.
        "/usr/bin/python3",
        [
          "-m", "dbusmock", isOfSystem ? "--system" : "--session", "-t", template, "-l", calls.path,
          "-p", parameters,
        ], environment: box.environment, errors: calls.path + ".errors"))
    try Program.wait(name) {
      try self.call(
        isOfSystem: isOfSystem, "org.freedesktop.DBus", "/org/freedesktop/DBus",
        "org.freedesktop.DBus.NameHasOwner", name
      ).contains("true")
    } state: {
      (try? String(contentsOfFile: calls.path + ".errors", encoding: .utf8)) ?? ""
    }
    return calls
  }

  /// The answer to a call, as gdbus prints it.
  @discardableResult
  func call(
    isOfSystem: Bool = false, _ name: String, _ path: String, _ method: String, _ words: String...
  ) throws -> String {
    try Program.check(
      "gdbus",
      [
        "call", isOfSystem ? "--system" : "--session", "--dest", name, "--object-path", path,
        "--method", method,
      ] + words, environment: box.environment
    ).trimmingCharacters(in: .newlines)
  }

  /// What playerctl prints about the player.
  @discardableResult
  func playerctl(_ words: String...) throws -> String {
    try Program.check(
      "playerctl", ["-p", "tritone"] + words, environment: box.environment
    ).trimmingCharacters(in: .newlines)
  }
}
