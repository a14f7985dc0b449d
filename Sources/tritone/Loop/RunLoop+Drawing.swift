// Drawing: each terminal at its own pace.

import Curses
import Glibc
import Interface
import Music
import Screen

extension RunLoop {
  /// Builds the picture of a terminal, whose state the interface has, if events have happened since.
  mutating func pictureIfNeeded(at index: Int) {
    guard terminals[index].pacer.needsPicture else { return }
    if var picture = terminals[index].pacer.moving,
      ScreenView.drawVisual(of: app, into: &picture.frame)
    {
      return terminals[index].pacer.compared(with: picture)
    }
    terminals[index].pacer.compared(
      with: AttachedTerminal.Picture(frame: ScreenView.frame(of: app), theme: app.skins.theme))
  }

  mutating func drawWhatIsDue() {
    for number in terminals.map(\.number) {
      // Waiting for rows may take a terminal away.
      guard let index = index(of: number) else { continue }
      with(index) { $0.drawIfDue(at: index, number) }
    }
    requestAhead()
  }

  private mutating func requestAhead() {
    for (request, number) in requestedAhead {
      runner.perform(request, for: Asker(terminal: number))
    }
    requestedAhead.removeAll()
  }

  private mutating func drawIfDue(at first: Int, _ number: Int) {
    var index = first
    let terminal = terminals[index].terminal
    guard terminal.takesFrames, !terminals[index].isStopped,
      terminals[index].pacer.mayDraw(at: .now, awaitsRows: app.awaitsChange)
    else { return }
    let awaitsEdit = terminals[index].pacer.awaitsEdit
    wait(atMost: FramePacer<AttachedTerminal.Picture>.rowPatience) {
      $0.awaitsChange || awaitsEdit && $0.awaitsEdit
    }
    if app.awaitsChange { app.stopAwaitingItem() }
    guard let now = self.index(of: number) else { return }
    index = now
    use(index)
    let isCompared = terminals[index].pacer.needsPicture
    pictureIfNeeded(at: index)
    guard let picture = terminals[index].pacer.next else {
      if isCompared { terminals[index].pacer.unchanged(at: .now, awaitsRows: app.awaitsChange) }
      return
    }
    terminals[index].checkClient()
    if terminals[index].isStopped { return }
    terminal.show(picture.frame, theme: picture.theme)
    terminals[index].pacer.drawn(at: .now, awaitsRows: app.awaitsChange)
  }

  /// Rows take a millisecond or two: waiting for them is quicker than drawing twice.
  mutating func wait(atMost limit: Duration, while isAwaited: (App) -> Bool) {
    guard isAwaited(app) else { return }
    let end = ContinuousClock.now.advanced(by: limit)
    while isAwaited(app), ending == nil, ContinuousClock.now < end {
      // A key may wait for rows that the screen has already, such as those that lack an edit.
      requestAhead()
      var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(1, (ContinuousClock.now.duration(to: end).seconds * 1000).rounded(.up)))
      guard poll(&descriptor, 1, left) > 0 else { return }
      takeEvents()
    }
  }
}
