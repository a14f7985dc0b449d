// Waiting: the only place where the loop sleeps, and what wakes it.

import Curses
import Glibc
import Interface
import Music
import Screen

extension RunLoop {
  mutating func wait() {
    let inputs = (terminals + leaving).map(\.input)
    let outputs = (terminals + leaving).map(\.output)
    let numbers = terminals.map(\.number)
    let sources = [
      mailbox.descriptor, signals.descriptor, runner.fileWatch.descriptor,
      requests?.descriptor ?? -1,
    ]
    var descriptors = (sources + inputs).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    descriptors += outputs.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let rest = rest()
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout(until: rest.end))
    guard ready >= 0 || errno == EINTR else {
      ending = .ended(signal: nil)
      return
    }
    if ready == 0, !rest.isForDrawing { timePassed() }
    for signal in signals.takeAll() { handle(signal: signal) }
    let isReady = descriptors.map { $0.revents != 0 }
    let (readable, writable) = (sources.count, sources.count + inputs.count)
    for (place, number) in numbers.enumerated() {
      guard let index = index(of: number) else { continue }
      guard isReady[writable + place] || isReady[readable + place] else { continue }
      terminals[index].checkClient()
      if terminals[index].isStopped || terminals[index].terminal.isLeaving { continue }
      if isReady[writable + place] { terminals[index].terminal.sendOutput() }
      if isReady[readable + place] { takeInput(at: index) }
    }
    goOnLeaving()
    if isReady[2] { runner.readSavedFiles() }
    takeEvents()
    if changePacer.takeDue(at: .now) { handle(.library(.changed)) }
    for request in requests?.takeAll() ?? [] { handle(request) }
    for index in terminals.indices { useTraits(at: index) }
  }

  /// Handles what the player, the library and effects have reported.
  mutating func takeEvents() {
    for post in mailbox.takeAll() where runner.takes(post.event) {
      if post.event == .library(.changed), changePacer.holds(at: .now) { continue }
      var number = post.asker.terminal
      let isAlone = post.asker.isAlone
      let isReading = post.event.isReading
      // Readings are answered in their order.
      if isReading, !awaitingSound.isEmpty { number = awaitingSound.removeFirst() }
      if let index = number.flatMap(index) {
        // An answer is no use of a terminal.
        let isOwn = isReading || isAlone
        with(index) { $0.handle(post.event, at: index, isOwn: isOwn, isAnswer: !isOwn) }
      } else if !isReading, !isAlone || post.asker.ticket != nil || number == app.terminal.number {
        // A request waits for its answer also where its terminal has gone.
        handle(post.event)
      }
    }
  }

  /// How long the loop may sleep, for all terminals.
  mutating func rest() -> FramePacer<AttachedTerminal.Picture>.Rest {
    typealias Rest = FramePacer<AttachedTerminal.Picture>.Rest
    let now = ContinuousClock.now
    let possible = (terminals + leaving).map(\.terminal.leavingEnd) + [changePacer.end]
    let otherEnds = possible.compactMap(\.self)
    guard !terminals.isEmpty else {
      let tick = app.timeToNextTick.map { now.advanced(by: $0) }
      let ends = [tick, arrivalEnd].compactMap(\.self) + otherEnds
      return Rest(end: ends.min(), isForDrawing: false)
    }
    var rests = otherEnds.map { Rest(end: $0, isForDrawing: true) }
    rests += terminals.indices.map { index in
      with(index) { loop in
        let attached = loop.terminals[index]
        return attached.pacer.rest(
          from: now, tick: loop.app.timeToNextTick,
          isEscapePending: attached.terminal.pendingEscape,
          isWritable: attached.terminal.takesFrames && !attached.isStopped)
      }
    }
    return rests.filter { $0.end != nil }.min { ($0.end ?? now) < ($1.end ?? now) }
      ?? Rest(end: nil, isForDrawing: false)
  }

  /// Milliseconds until then; -1 for never.
  private func timeout(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let time = ContinuousClock.now.duration(to: end)
    return Int32(max(0, min(60_000, (time.seconds * 1000).rounded(.up))))
  }

  private mutating func timePassed() {
    for number in terminals.map(\.number) {
      guard let index = index(of: number), terminals[index].terminal.pendingEscape else { continue }
      // Other terminals' times are no reason to cut a sequence off.
      guard let since = terminals[index].escapeSince,
        since.advanced(by: FramePacer<AttachedTerminal.Picture>.escapeTime) <= .now
      else { continue }
      terminals[index].escapeSince = nil
      for input in terminals[index].terminal.flushEscape() { handle(.input(input), at: index) }
    }
    if let arrivalEnd, arrivalEnd <= .now {
      self.arrivalEnd = nil
      if lastNumber == 0, !app.isPlaying { ending = .left }
    }
    var hasReadings = false
    for index in terminals.indices {
      let number = terminals[index].number
      let reading = with(index) { $0.app.dueReading(at: .now) }
      for effect in reading ?? [] { perform(effect, at: number) }
      hasReadings = hasReadings || reading != nil
    }
    if !hasReadings { handle(.ticked) }
  }

  private mutating func takeInput(at index: Int) {
    let number = terminals[index].number
    terminals[index].forgetsTyped = false
    do {
      for input in try terminals[index].terminal.read() {
        // The key before may have taken the terminal away.
        guard let index = self.index(of: number), !terminals[index].forgetsTyped else { return }
        use(index)
        // Keys typed ahead refer to the rows and the window that the previous keys opened.
        let limit = terminals[index].patience.allowance(
          isAwaited: app.awaitsRows || app.awaitsWindow || app.awaitsCompletions)
        let isAwaited = { (app: App) in app.awaits(before: input) }
        if isAwaited(app) {
          let start = ContinuousClock.now
          wait(atMost: limit, while: isAwaited)
          // A command from elsewhere may have taken the terminal away meanwhile.
          guard let index = self.index(of: number) else { return }
          use(index)
          terminals[index].patience.waited(start.duration(to: .now), isOver: !isAwaited(app))
        }
        guard let index = self.index(of: number) else { return }
        handle(.input(input), at: index)
      }
      guard let index = self.index(of: number) else { return }
      terminals[index].escapeSince = terminals[index].terminal.pendingEscape ? .now : nil
      if terminals[index].terminal.takeFocus() { handle(.focused, at: index) }
    } catch {
      hungUp(number)
    }
  }
}

extension Event {
  /// Whether it is a reading of what is heard, which comes thirty times a second.
  var isReading: Bool { if case .heard = self { true } else { false } }
}
