import Music

// The info window of a track.
extension App {
  mutating func show(_ info: TrackInfo?) {
    let request = windows.answered(.info)
    guard let info else { return say("That track is no longer in the library", .bad) }
    var report = ReportPanel(title: info.track.title)
    let page = InfoPage(
      info, notation: keyNotation, playKey: key(.pane(.activate)),
      server: serverWords(of: info.track))
    for (heading, facts) in page.sections { report.add(heading, facts: facts) }
    open(
      .report(report), askedFor: request,
      orSay: "All about “\(info.track.title)” is ready: \(key(.finding(.info))) shows it")
  }
}
