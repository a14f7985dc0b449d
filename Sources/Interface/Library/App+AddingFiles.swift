import Music

// Copying and moving files into the library's folder.
extension App {
  mutating func finish(_ report: AddingReport?) {
    tasks.addingEnded()
    browsing.markStale()
    guard let report else { return }
    let isWhole = report.stop == nil && report.failed == 0
    let stop = report.stop.map { "; " + $0.message } ?? ""
    say("\(report.summary) into \(report.folder.text)\(stop)", isWhole ? .good : .bad)
    var panel = ReportPanel(
      title: report.mode == .copy ? "Copied files" : "Moved files")
    func lines(_ text: (AddedFile.Outcome) -> String?) -> [ReportLine] {
      report.files.compactMap { file in
        text(file.outcome).map { ReportLine(file.from.name, below: $0) }
      }
    }
    panel.add("Failed", lines { if case .failed(let reason) = $0 { reason } else { nil } })
    panel.add(
      "In the library already, left where they are",
      lines { if case .duplicate(let other) = $0 { other.text } else { nil } })
    panel.add("Skipped", lines { if case .skipped(let reason) = $0 { reason } else { nil } })
    if !panel.rows.isEmpty { windows.openBelow(.report(panel)) }
  }

  /// Asks for the folder of the library that files go to.
  mutating func offer(_ folders: [FilePath], for path: FilePath, _ mode: AddingMode) {
    guard !folders.isEmpty else {
      return say("The library has no folder yet; :add-folder adds one", .bad)
    }
    windows.open(
      .picker(
        Picker(
          .addFiles, title: mode == .copy ? "Copy into" : "Move into", lines: [path.text],
          choices: folders.map { folder in
            .init(
              folder.text,
              .command(.library(.addFiles(path, mode, into: folder))))
          })))
  }
}
