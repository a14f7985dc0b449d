import Music

// The window with everything known of a track.
extension App {
  mutating func show(_ info: TrackInfo?) {
    guard let info else { return say("That track is no longer in the library", .bad) }
    var report = ReportPanel(title: info.track.title)
    let page = InfoPage(info, notation: keyNotation)
    for (heading, facts) in page.sections { report.add(heading, facts: facts) }
    overlays.append(.report(report))
  }
}
