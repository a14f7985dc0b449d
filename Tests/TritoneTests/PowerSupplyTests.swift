import Foundation
import Testing

@testable import tritone

@Suite("What the machine runs on")
struct PowerSupplyTests {
  /// A folder like the kernel's, with these supplies.
  static func folder(_ supplies: [String: [String: String]]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, values) in supplies {
      let supply = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: supply, withIntermediateDirectories: true)
      for (value, text) in values {
        try Data((text + "\n").utf8).write(to: supply.appendingPathComponent(value))
      }
    }
    return folder.path
  }

  static let unplugged = [
    "AC": ["type": "Mains", "online": "0"],
    "BAT0": ["type": "Battery", "status": "Discharging"],
  ]

  @Test(
    "a laptop without its charger is on battery, and nothing else is",
    arguments: [
      (unplugged, true),
      (["BAT0": ["type": "Battery", "status": "Discharging"]], true),
      (
        [
          "AC": ["type": "Mains", "online": "1"],
          "BAT0": ["type": "Battery", "status": "Discharging"],
        ], false
      ),
      (
        [
          "ucsi": ["type": "USB", "online": "1"],
          "BAT0": ["type": "Battery", "status": "Discharging"],
        ], false
      ),
      (["BAT0": ["type": "Battery", "status": "Full"]], false),
      (["mouse": ["type": "Battery", "scope": "Device", "status": "Discharging"]], false),
      (["odd": ["status": "Discharging"], "empty": ["type": ""]], false),
      ([:], false),
    ] as [([String: [String: String]], Bool)])
  func supplies(_ supplies: [String: [String: String]], isOnBattery: Bool) throws {
    let folder = try PowerSupplyTests.folder(supplies)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    #expect(PowerSupply(folder: folder).isOnBattery == isOnBattery)
  }

  @Test("where the system says nothing, there is no battery")
  func nothing() {
    #expect(!PowerSupply(folder: "/nonexistent/power").isOnBattery)
  }
}
