import FoundationEssentials
import Glibc
import Music

/// The machine's power source, from `/sys/class/power_supply` on Linux.
struct PowerSupply: Sendable {
  /// The folder of the kernel's supplies.
  var folder = "/sys/class/power_supply"

  /// Whether the machine runs on its own battery; false if unknown.
  var isOnBattery: Bool {
    // Without the folder there is no battery.
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return false
    }
    var isDischarging = false
    for name in names.prefix(64) {
      let supply = folder + "/" + name
      switch value(supply, "type") {
      // Cheap laptops name the charger after its plug: USB, USB_C, Wireless.
      case "Battery":
        // A mouse's battery does not count.
        guard value(supply, "scope") != "Device" else { continue }
        if value(supply, "status") == "Discharging" { isDischarging = true }
      case .some:
        if value(supply, "online") == "1" { return false }
      case nil: continue
      }
    }
    return isDischarging
  }

  private func value(_ supply: String, _ name: String) -> String? {
    let descriptor = open(supply + "/" + name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self).trimmed()
  }
}
