import Music
import Screen

/// The part of the screen under the mouse.
enum ScreenTarget: Equatable {
  /// A button; its pane takes the focus.
  case command(Pane?, Command)
  case row(Pane, Int)
  case slot(MixSlot)
  /// The scroll bar of a pane's list, and the first row to scroll to.
  case scroll(Pane, Int)
  /// The block of an entry in the strip of the large mix.
  case block(EntryID)
  /// The join below it.
  case join
  /// A line of the lyrics.
  case lyrics(Int)
  /// A comment on what plays.
  case comment(Int)

  var seekCommand: Command? {
    if case .command(_, let command) = self, case .playing(.seekTo) = command {
      command
    } else {
      nil
    }
  }

  /// - Parameter snaps: whether a position near a cue on the bar means the cue.
  static func find(at position: Position, in app: App, snaps: Bool = true) -> ScreenTarget? {
    let layout = app.layout
    if let bars = BookBars(app), let bar = ProgressBar.rect(in: layout), bar.contains(position) {
      return bars.place(at: position, in: bar).map { .command(nil, .playing(.seekTo($0))) }
    }
    if let bar = ProgressBar.rect(in: layout), bar.contains(position),
      app.isLive || app.duration != nil
    {
      // A zoomed bar scrolls with the position: a dragged point would run away.
      guard snaps || app.shownZoom == nil else { return nil }
      guard let span = app.barSpan else { return .command(nil, .playing(.seekTo(.zero))) }
      let column = position.column - bar.column
      if snaps, let cue = CueMarks(app, columns: bar.columns)?.cue(near: column) {
        return .command(nil, .playing(.seekTo(cue.time - app.partStart)))
      }
      let part = Double(column) / Double(max(1, bar.columns - 1))
      return .command(nil, .playing(.seekTo(span.start + span.length * part - app.partStart)))
    }
    if let row = layout.cues, row.contains(position) {
      if app.book != nil { return .command(nil, .book(.chapters)) }
      let cue = SeekLine.cue(at: position.column, of: app, columns: row.columns)?.time
      let time = cue ?? SeekLine.comment(at: position.column, of: app, columns: row.columns)
      return time.map { .command(nil, .playing(.seekTo(max(.zero, $0 - app.partStart)))) }
    }
    if let bar = layout.bar, bar.contains(position), PlayerBar.hasChips(layout) {
      return PlayerBar(app: app, layout: layout).command(
        at: position.column - bar.column, columns: bar.columns
      ).map { .command(nil, $0) }
    }
    if layout.cover?.contains(position) == true { return .command(nil, .pane(.fullScreen)) }
    if let tabs = layout.tabs, tabs.contains(position) {
      return Tabs.panes(app).hit(position.column - tabs.column, limit: tabs.columns).map {
        .command(nil, .pane(.focus(Pane.allCases[$0])))
      }
    }
    if let slots = layout.slots, slots.contains(position) {
      return MixView.slot(at: position, in: slots).map { .slot($0) }
    }
    for pane in layout.panes.keys {
      if let bar = ScrollBar(of: pane, in: app), bar.rect.contains(position) {
        return .scroll(pane, bar.top(withThumbAt: position.row))
      }
    }
    if let join = layout.join, join.contains(position) { return .join }
    guard
      let (pane, rect) = layout.panes.first(where: { pane, rect in
        rect.contains(position) || layout.title(of: pane)?.contains(position) == true
      })
    else { return nil }
    return pane.content.target(at: position, in: rect, of: app)
  }
}
