import Music
import Screen

/// The result of a build or dry run: its statistics, and why each track is there or is not.
package struct BuildResultPanel: Equatable, Sendable {
  package let finished: Building.Finished
  package internal(set) var cursor = ListCursor()

  /// Where the statistics leave room for tracks, the cursor is on the first of these.
  init(_ finished: Building.Finished, height: Int) {
    self.finished = finished
    let rows = rows
    let first = height >= rows.firstTrack + 4 ? rows.firstTrack : 1
    cursor.move(to: first, of: rows.count) { rows.isHeading($0) }
  }

  var rows: BuildResultRows { BuildResultRows(result: finished.result) }

  var title: String {
    let state = finished.result.isDryRun ? "Dry run" : "Built"
    return "\(state): \(finished.result.statistics.playlistName)"
  }

  mutating func move(by step: Int, height: Int) {
    let rows = rows
    cursor.move(by: step, of: rows.count) { rows.isHeading($0) }
    // The heading above the first row shows with it.
    if cursor.selected == 1 { cursor.scrollToTop() }
    cursor.scroll(height: height, of: rows.count)
  }

  /// The row at the cursor in words: why a track is there or is not.
  var explanation: String {
    switch rows[min(cursor.selected, rows.count - 1)] {
    case .heading, .tracks, .note: ""
    case .statistic: finished.details
    case .track(_, let track): track.reason
    case .leftOut(let track): "\(track.artist), \(track.reason.text)"
    case .skipped(let artist): artist.reason.text
    }
  }
}

extension BuildResultPanel: CursorWindow {
  var kind: WindowKind { .buildResult }
  var overlay: Overlay { .buildResult(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = BuildResultView.height(in: app.size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, height: height)
      case .wheelDown: panel.move(by: 3, height: height)
      case .press:
        guard let row = BuildResultView.row(at: mouse.position, of: self, in: app.size) else {
          return []
        }
        panel.move(by: row - cursor.selected, height: height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: BuildResultKey.self) {
      case .close: return app.windows.closeTop()
      case .accept:
        return finished.result.isDryRun ? app.writeBuild(finished) : app.openBuilt(finished)
      case .own(.copy): return app.copyLink(finished)
      case .own(.form):
        app.windows.closeTop()
        return app.openBuild()
      case .move(let move): panel.move(by: move.step(page: height), height: height)
      case nil: return []
      }
    }
    app.windows.replaceTop(.buildResult(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    BuildResultView.windowList(of: self, in: app.size)
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    let rows = rows
    panel.cursor.scroll(to: top, of: list) { rows.isHeading($0) }
    app.windows.replaceTop(.buildResult(panel))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    BuildResultView(panel: self, app: app).draw(into: &frame)
  }
}
