import Music

// The first start: choosing the music folder.
extension App {
  mutating func proposeMusic(_ folders: [FilePath], demo: FilePath) -> [Effect] {
    firstRun = FirstRun(folders: folders, demo: demo)
    // In the songs, Enter plays at once, as a first visitor wants.
    browsing.mode = .songs
    reopenFirstRun()
    beginTour()
    return folders.isEmpty ? [] : [.library(.countMusic(folders))]
  }

  /// Shows the music of a folder beside it; the cursor stays.
  mutating func counted(_ folder: FilePath, _ count: MusicCount) {
    firstRun?.counted(folder, count)
    guard let detail = firstRun?.detail(of: folder) else { return }
    windows.update { overlay in
      guard case .picker(var picker) = overlay, picker.purpose == .firstRun else { return }
      picker.choices.setDetail(detail, of: .scan(folder))
      overlay = .picker(picker)
    }
  }

  mutating func reopenFirstRun() {
    guard let firstRun else { return }
    var choices: [Picker.Choice] = []
    var lines = ["Tritone keeps a library of your own music."]
    if let folder = firstRun.folders.first {
      lines.append("Music folder: \(folder.text)")
      choices += firstRun.folders.map {
        .init("Use \($0.text)", detail: firstRun.detail(of: $0), .scan($0))
      }
    } else {
      lines.append("No music folder was found on this machine.")
    }
    choices.append(.init("Choose another folder…", .otherFolder))
    choices.append(
      .init(
        "Make a demo crate: a dozen short tracks in \(firstRun.demo.text)", .demo(firstRun.demo)))
    var picker = Picker(.firstRun, title: "Welcome", lines: lines, choices: choices)
    // Without a folder to propose, the demo crate is the way to music at once.
    if firstRun.folders.isEmpty { picker.cursor.select(choices.count - 1) }
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
