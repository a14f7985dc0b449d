import Music
import Screen

extension App {
  /// A window that stays until it is closed: nobody should find out later that edits are gone.
  mutating func showRecovery(setAside: String, backup: String?) {
    var lines = ["The library was damaged. It is kept as it was:"]
    lines += wrapped(setAside)
    if let backup {
      lines += ["The newest good backup was opened in its place:"] + wrapped(backup)
      lines.append("Edits made after it are in the damaged file only.")
    } else {
      lines.append("There was no good backup, so that a new library was begun.")
    }
    var choices = [Picker.Choice("Go on", .nothing)]
    if backup != nil {
      choices.insert(
        .init("Look for music that the backup lacks", .command(.library(.update))), at: 0)
    }
    windows.openBelow(
      .picker(Picker(.recovery, title: "Library recovered", lines: lines, choices: choices)))
  }

  /// A path wrapped over as many lines as it needs.
  private func wrapped(_ path: String) -> [String] {
    let width = max(10, min(90, size.columns - 14))
    var lines = [""]
    var used = 0
    for piece in TextWidth.pieces(of: path) {
      if used + piece.columns > width {
        lines.append("")
        used = 0
      }
      lines[lines.count - 1] += piece.cluster.text
      used += piece.columns
    }
    return lines.map { "  " + $0 }
  }
}
