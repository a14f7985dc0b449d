import Music
import Screen

// Requests from beyond the screen: from the desktop, scripts and sub-commands. They are about what
// plays, never about the row at the cursor, and no window gets them as input.
extension App {
  mutating func receive(_ event: ControlEvent) -> [Effect] {
    switch event.cause {
    case .request(let request): return receive(request, event.ticket)
    case .ended(let end):
      guard let ticket = event.ticket else { return [] }
      if let question = end?.refusalOfQuestion {
        return [.control(.ended(ticket, .failed(question)))]
      }
      var effects: [Effect] = []
      let said = hearing { app in effects = end.map { app.react(to: $0) } ?? [] }
      return [.control(.ended(ticket, Execution().answer(said)))] + effects
    }
  }

  private mutating func receive(_ request: ControlRequest, _ ticket: ControlTicket?) -> [Effect] {
    switch request {
    case .listQueue(let from, let count):
      guard let ticket else { return [] }
      return [.control(.listQueue(ticket, playing.part(from: from, count: count)))]
    case .listOutputs:
      guard let ticket else { return [] }
      let answer = ControlAnswer.outputs(audio.devices, chosen: audio.chosenDevice)
      return [.control(.answer(ticket, answer))]
    case .perform(let command):
      if let search = search(for: command, ticket) { return search }
      var outcome = Execution()
      let said = hearing { outcome = $0.execute(command) }
      guard let ticket else { return outcome.effects }
      let answer = outcome.answer(said)
      let awaited = outcome.effects.filter(\.isAwaited)
      guard case .done(let message) = answer, !awaited.isEmpty else {
        // Before the effects: one of them may end the player.
        return [.control(.answer(ticket, answer))] + outcome.effects
      }
      return [.control(.carryOut(awaited, for: ticket, said: message))]
        + outcome.effects.filter { !$0.isAwaited }
    }
  }

  /// The effects of a command, or the reason why it cannot be executed.
  struct Execution: Equatable {
    var effects: [Effect] = []
    var refusal: String?

    init(_ effects: [Effect] = []) { self.effects = effects }

    static func refused(_ reason: String) -> Execution {
      var execution = Execution()
      execution.refusal = reason
      return execution
    }

    func answer(_ said: Message?) -> ControlAnswer {
      if let refusal { return .failed(refusal) }
      return said?.kind == .bad ? .failed(said?.text ?? "") : .done(said?.text)
    }
  }

  /// What work says, beside what shows and waits.
  private mutating func hearing(_ work: (inout App) -> Void) -> Message? {
    let shown = messages
    messages = Messages()
    work(&self)
    let said = messages.shown
    messages = shown
    if let said { messages.say(said, at: now) }
    return said
  }

  /// Executes a line of the command line, without its ":".
  mutating func execute(line: String) -> Execution {
    switch CommandLineReader.read(line) {
    case .command(.pane(.back)) where book != nil: return Execution(jumpBack())
    case .command(.playing(.nextTrack)): return playNext()
    case .command(.playing(.previousTrack)): return playPrevious()
    case .command(let command):
      if let reason = refusal(of: command) { return .refused(reason) }
      return terminal.isAttached
        ? Execution(perform(command)) : performUnseen(command, of: line)
    case .mistake(let reason): return .refused(reason)
    }
  }

  /// Performs a command without a terminal, where a window would be nobody's.
  private mutating func performUnseen(_ command: Command, of line: String) -> Execution {
    let before = self
    let effects = perform(command)
    guard overlays.count > before.overlays.count || effects.contains(where: \.needsTerminal) else {
      return Execution(effects)
    }
    self = before
    // One that only opens a window is there with an argument, too, which does without.
    return .refused(CommandLineReader.needOfTerminal(line, orArgument: effects.isEmpty))
  }

  /// Why a command would only say something, or ask; nil for others. On the screen it names keys.
  private func refusal(of command: Command) -> String? {
    switch command {
    case .sound(.output(let name)) where output(called: name) == nil:
      "There is no output “\(name)”; tritone output lists them"
    case .sound(.sleep(.endOfChapter)) where book == nil: "No book plays"
    case .playing(.seekTo) where isLive: Self.hasNoPlaces
    case .leave where !terminal.isAttached: "No terminal shows the player; :quit ends it"
    default: nil
    }
  }

  // MARK: Commands

  private mutating func execute(_ command: PlayerCommand) -> Execution {
    switch command {
    case .play: return playing.wantsToPlay ? Execution() : playOrPause()
    case .pause: return playing.wantsToPlay ? playOrPause() : Execution()
    case .playPause: return playOrPause()
    case .stop: return Execution(perform(.playing(.stop)))
    case .next: return playNext()
    case .previous: return playPrevious()
    case .nextAsIs: return playNext(keepsRest: true)
    case .previousAsIs: return playPrevious(keepsRest: true)
    case .seek(let step): return seek(by: step)
    case .seekTo(let place, let item): return seek(to: place, in: item)
    case .volume(let percent): return Execution(apply(audio.setVolume(percent)))
    case .changeVolume(let points): return Execution(apply(audio.changeVolume(by: points)))
    case .mute(let isOn):
      return Execution(isOn == audio.isMuted ? [] : perform(.playing(.mute)))
    case .shuffle(let isOn):
      return Execution(isOn == queue.isShuffled ? [] : perform(.playing(.shuffle)))
    case .repeating(nil): return Execution(perform(.playing(.cycleRepeat)))
    case .repeating(let way?): return Execution(apply(playing.setRepeat(way)))
    case .speed(let speed): return Execution(perform(.sound(.speed(speed))))
    case .clearQueue: return clearQueue()
    case .goTo(let item):
      guard let index = queue.index(of: item) else { return .refused(Self.isGone) }
      return Execution(apply(playing.choose(itemAt: index)))
    case .remove(let item):
      guard let index = queue.index(of: item) else { return .refused(Self.isGone) }
      return Execution(removeFromQueue([index]))
    case .rate(let stars):
      return editPlaying { .setRating(Rating(stars: stars), $0) }
    case .react(let reaction): return editPlaying { .setReaction(reaction, $0) }
    case .takeBack(let reaction):
      guard let track = playing.track else { return .refused(Self.nothingPlays) }
      guard let lower = reaction.lower, track.reaction.rawValue > lower.rawValue else {
        return Execution()
      }
      return editPlaying { .setReaction(lower, $0) }
    case .addToMix(let slot):
      guard let item = audibleItem else { return .refused(Self.nothingPlays) }
      return Execution([.edit(.entries(.addToSlot(slot, .tracks([item]))))])
    case .line(let line, let folder):
      if let reason = CommandLineReader.question(of: line) { return .refused(reason) }
      return execute(line: line).resolved(in: folder).inAllTerminals
    case .quit: return Execution(perform(.quit))
    // Their tracks are found first.
    case .open, .queue, .playPlaylist: return Execution()
    }
  }

  private static let isGone = "That item is no longer in the queue"
  private static let nothingPlays = "Nothing plays"
  private static let hasNoPlaces = "This is a live stream: there is nowhere to go in it"

  private mutating func playNext(keepsRest: Bool = false) -> Execution {
    guard queue.skipTarget != nil || hasChapter(after: 1) else {
      return .refused(queue.isEmpty ? "The queue is empty" : "This is the last track")
    }
    // Jumps in a book keep a pause.
    guard keepsRest, !hasChapter(after: 1) else {
      return Execution(perform(.playing(.nextTrack)))
    }
    return Execution(apply(playing.playNext(keepsRest: true)))
  }

  private mutating func playPrevious(keepsRest: Bool = false) -> Execution {
    guard queue.previousTarget != nil || player.item != nil && !isLive else {
      return .refused(queue.isEmpty ? "The queue is empty" : "This is the first track")
    }
    guard keepsRest, !hasChapter(after: -1) else {
      return Execution(perform(.playing(.previousTrack)))
    }
    return Execution(apply(playing.playPrevious(keepsRest: true, at: now)))
  }

  private mutating func playOrPause() -> Execution {
    if let effects = resumeBook() { return Execution(effects) }
    guard let response = playing.playPause() else {
      return .refused("There is nothing to play: the queue is empty")
    }
    return Execution(apply(response))
  }

  private mutating func seek(by step: Duration) -> Execution {
    guard player.item != nil else { return .refused(Self.nothingPlays) }
    if book != nil, let place = bookPlace { return Execution(goTo(place + step)) }
    return Execution(seek(to: position + step))
  }

  private mutating func seek(to place: Duration, in item: QueueItemID?) -> Execution {
    guard player.item != nil else { return .refused(Self.nothingPlays) }
    guard !isLive else { return .refused(Self.hasNoPlaces) }
    // It was about the track before this one.
    if let item, item != playing.audibleQueueItem || playing.awaitsItem { return Execution() }
    return Execution(perform(.playing(.seekTo(place))))
  }

  private mutating func clearQueue() -> Execution {
    guard !queue.isEmpty else { return .refused("The queue is empty") }
    return Execution(removeFromQueue(Set(queue.ids.indices)))
  }

  private mutating func editPlaying(_ edit: (Selection) -> TrackEdit) -> Execution {
    guard let item = audibleItem else { return .refused(Self.nothingPlays) }
    edits.editPlaying(isLoaded: playing.track != nil)
    return Execution([.edit(.tracks(edit(.tracks([item]))))])
  }

  // MARK: Tracks to find

  private mutating func search(
    for command: PlayerCommand, _ ticket: ControlTicket?
  ) -> [Effect]? {
    switch command {
    case .open(let sources):
      let serial = playing.request(replacesQueue: true)
      return [.control(.find(sources, .play, serial: serial, ticket))]
    case .queue(let sources, let next):
      let serial = playing.request(replacesQueue: false)
      return [.control(.find(sources, .queue(next: next), serial: serial, ticket))]
    case .playPlaylist(let id):
      return [.control(.findPlaylist(id, serial: playing.request(replacesQueue: true), ticket))]
    case .play, .pause, .playPause, .stop, .next, .previous, .nextAsIs, .previousAsIs, .seek,
      .seekTo, .volume, .changeVolume, .mute, .shuffle, .repeating, .speed, .clearQueue, .goTo,
      .remove, .rate, .react, .takeBack,
      .addToMix, .line, .quit:
      return nil
    }
  }
}
