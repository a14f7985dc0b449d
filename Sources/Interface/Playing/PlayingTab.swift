/// The tabs of the pane of the current track.
package enum PlayingTab: CaseIterable, Sendable {
  case track, lyrics, comments

  var title: String {
    switch self {
    case .track: "Now Playing"
    case .lyrics: "Lyrics"
    case .comments: "Comments"
    }
  }

  func moved(by step: Int) -> PlayingTab {
    let all = PlayingTab.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[((index + step) % all.count + all.count) % all.count]
  }
}
