import Music

// Music files that cannot be read.
extension ReportPanel {
  /// Files in the window; `tritone unreadable` lists them all.
  package static let maximumFiles = 500
}

extension App {
  /// Opens the window with the files, folder by folder.
  mutating func list(_ files: [UnreadableFile]) {
    let request = windows.answered(.unreadable)
    guard !files.isEmpty else { return say("Every file could be read", .good) }
    let shown = files.prefix(ReportPanel.maximumFiles)
    var report = ReportPanel(title: "Files that cannot be read")
    var rest = shown[...]
    while let folder = rest.first?.path.parent {
      let inside = rest.prefix { $0.path.parent == folder }
      report.add(folder.text, inside.map { ReportLine($0.path.name, detail: $0.reason) })
      rest = rest.dropFirst(inside.count)
    }
    if files.count > shown.count {
      report.add("And more", [ReportLine("tritone unreadable lists them all")])
    }
    open(
      .report(report), askedFor: request,
      orSay: "The files that cannot be read are ready: \(key(.library(.unreadable))) lists them")
  }
}
