import FoundationEssentials
import Music
import Servers

/// What servers know this program by.
struct ServerDevice {
  private let file: StateFile<String>

  init(_ directories: Directories) {
    file = StateFile(directories.state.appending("servers").appending("device.json"))
  }

  /// With an id that stays; one that cannot be stored lasts for this run.
  var device: AudiobookshelfDevice {
    var id = UUID()
    do {
      if let known = try file.read().flatMap({ UUID(uuidString: $0) }) {
        id = known
      } else {
        try file.write(id.uuidString.lowercased())
      }
    } catch {
      // One that cannot be read now may be read at the next start.
    }
    return AudiobookshelfDevice(id: id.uuidString.lowercased(), version: ProgramVersion.text)
  }
}
