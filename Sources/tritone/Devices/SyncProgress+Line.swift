import Music

extension ProgressLine {
  func show(_ progress: SyncProgress) {
    switch progress.phase {
    case .connecting, .planning, .finishing: break
    case .reading:
      show(progress.filesDone, of: max(progress.filesDone, progress.filesTotal), "files read")
    case .copying: show(progress.filesDone, of: progress.filesTotal, progress.copyingText)
    }
  }
}

extension SyncProgress {
  /// "files copied, 8.2 MB/s, 2:40 left", as far as it is known.
  fileprivate var copyingText: String {
    let rate = speed.map { "\($0.byteText)/s" }
    let left = secondsLeft.map { "\(Duration.seconds($0).clockText) left" }
    return ["files copied", rate, left].compactMap(\.self).joined(separator: ", ")
  }
}
