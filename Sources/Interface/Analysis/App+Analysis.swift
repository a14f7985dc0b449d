import Music

// The background analysis of the library: its commands and its progress.
extension App {
  mutating func performAnalysis(_ control: AnalysisControl) -> [Effect] {
    switch control {
    case .mode(let mode): stored.analysis = mode
    // Going on with what is off begins it.
    case .resume: if stored.analysis == .off { stored.analysis = .standard }
    case .pause, .status, .again: break
    }
    switch control {
    case .pause: say("The analysis is paused; :analysis resume goes on")
    case .resume: say("The analysis goes on")
    case .mode(.on): say("The library is analysed while the player runs")
    case .mode(.ac): say("The library is analysed while the machine is plugged in")
    case .mode(.off): say("The library is not analysed any more; :analyze still looks at tracks")
    case .status: sayAnalysis()
    case .again:
      guard let selection else {
        say("Select the tracks to analyse again")
        return []
      }
      browsing.clearMarks()
      say("Analysing…")
      return [.analysis(.analyze(selection))]
    }
    return control == .status ? [] : [.analysis(.control(control))]
  }

  private mutating func sayAnalysis() {
    if tasks.analysis?.pause == .off {
      return say("The analysis is off; :analysis on or :analysis ac begins it")
    }
    guard let analysis = tasks.analysis, analysis.waiting > 0 else {
      return say("Nothing waits to be analysed")
    }
    let waiting = analysis.waiting.counted("track")
    switch analysis.pause {
    case .user?: say("The analysis is paused, \(waiting) wait; :analysis resume goes on")
    case .battery?:
      say("The analysis waits for the charger, \(waiting) to go; :analysis on does not wait")
    case .off?, nil:
      let failed = analysis.failed > 0 ? ", \(analysis.failed.grouped) failed" : ""
      say("Analysed \(analysis.done.counted("track")) so far\(failed), \(waiting) to go")
    }
  }

  /// The analysis progress for the corner of the screen; nil for none.
  var analysisText: String? {
    guard let analysis = tasks.analysis, analysis.waiting > 0 else { return nil }
    switch analysis.pause {
    case .user?: return "Analysis paused"
    case .battery?, .off?: return nil
    case nil:
      let all = (analysis.done + analysis.waiting).grouped
      let speed = analysis.speed.map { " · \(Int($0.rounded()).grouped)×" } ?? ""
      return "Analysing \(analysis.done.grouped) of \(all)\(speed)"
    }
  }
}
