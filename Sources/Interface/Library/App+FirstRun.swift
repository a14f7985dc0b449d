import Music

// The first start: choosing the music folder.
extension App {
  mutating func proposeMusic(_ proposed: FilePath?, demo: FilePath) {
    firstRun = FirstRun(proposed: proposed, demo: demo)
    // In the songs, Enter plays at once, as a first visitor wants.
    browsing.mode = .songs
    reopenFirstRun()
  }

  mutating func reopenFirstRun() {
    guard let firstRun else { return }
    var choices: [Picker.Choice] = []
    var lines = ["Tritone keeps a library of your own music."]
    if let folder = firstRun.proposed {
      lines.append("Music was found in \(folder.text).")
      choices.append(.init("Use \(folder.text)", .scan(folder)))
    } else {
      lines.append("No music folder was found on this machine.")
    }
    choices.append(.init("Choose another folder…", .otherFolder))
    choices.append(
      .init(
        "Make a demo crate: a dozen short tracks in \(firstRun.demo.text)", .demo(firstRun.demo)))
    var picker = Picker(.firstRun, title: "Welcome", lines: lines, choices: choices)
    // Without a folder to propose, the demo crate is the way to music at once.
    if firstRun.proposed == nil { picker.cursor.select(choices.count - 1) }
    windows.close {
      if case .picker(let picker) = $0 { picker.purpose == .firstRun } else { false }
    }
    windows.openBelow(.picker(picker))
  }

  mutating func startScan(_ folder: FilePath) -> [Effect] {
    firstRun?.close()
    tasks.scanProgressed(ScanProgress())
    return [.library(.scan([folder]))]
  }
}
