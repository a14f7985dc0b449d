import Music
import Screen

/// Whether terminals are told of the progress of long work.
package enum ProgressChoice: String, CaseIterable, Sendable {
  /// Those that are known to show it.
  case auto
  case on, off
}

extension App {
  /// The progress of the work that the corner of the screen names, for the terminal's own display.
  var shownProgress: WorkProgress? {
    guard stored.progress != .off, let part = workPart else { return nil }
    let isForced = stored.progress == .on
    switch part {
    case .unknown: return WorkProgress(percent: nil, isForced: isForced)
    case .done(let part): return WorkProgress(percent: Int(part * 100), isForced: isForced)
    }
  }

  private enum WorkPart {
    case unknown
    /// 0 to 1.
    case done(Double)

    init(_ done: Int, of total: Int) {
      self = total > 0 ? .done(max(0, min(1, Double(done) / Double(total)))) : .unknown
    }
  }

  private var workPart: WorkPart? {
    if tasks.scan != nil { return .unknown }
    if let adding = tasks.adding { return WorkPart(adding.done, of: adding.total) }
    if let importing = tasks.importing { return WorkPart(importing.done, of: importing.total) }
    if let arranging = tasks.arranging { return .done(arranging.part) }
    if building.canStop { return building.phasePart.map { .done($0) } ?? .unknown }
    if let run = syncing.run {
      guard let progress = run.progress, progress.bytesTotal > 0 else { return .unknown }
      return .done(max(0, min(1, Double(progress.bytesDone) / Double(progress.bytesTotal))))
    }
    if let demo = tasks.demo { return WorkPart(demo.done, of: demo.total) }
    guard let analysis = tasks.analysis, analysis.pause == nil, analysis.waiting > 0 else {
      return nil
    }
    return WorkPart(analysis.done, of: analysis.done + analysis.waiting)
  }
}
