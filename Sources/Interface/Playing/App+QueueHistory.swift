import Music

// The queue as something to keep: saved as a playlist, and brought back after another one took its
// place.
extension App {
  /// Whether the queue is worth coming back to once another one has taken its place.
  func keepsakeEffects(replacedBy tracks: [QueuedTrack]) -> [Effect] {
    guard queue.tracks.count > 1, queue.tracks.count <= ReplacedQueue.mostTracks,
      queue.tracks != tracks.map(\.track)
    else { return [] }
    return [.keepQueue(queue, title: playing.map(shownTitle))]
  }

  mutating func askForQueueName() {
    guard !queue.isEmpty else { return say("The queue is empty") }
    overlays.append(.prompt(Prompt(.saveQueue)))
  }

  mutating func saveQueue(as name: String) -> [Effect] {
    guard !queue.isEmpty else {
      say("The queue is empty")
      return []
    }
    return [.saveQueueAs(name, queue.queued)]
  }

  mutating func offer(_ queues: [ReplacedQueue], times: [String]) {
    let request = answered(.queues)
    guard !queues.isEmpty else {
      return say("No queue was replaced yet; they are kept when another one starts")
    }
    open(
      .picker(
        Picker(
          .queues, title: "Queues that were replaced",
          choices: zip(queues, times).map { queue, time in
            Picker.Choice(
              queue.title ?? counted(queue.trackCount, "track"),
              detail: counted(queue.trackCount, "track") + "  " + time,
              .queue(queue.id))
          })), askedFor: request,
      orSay: "The queues that were replaced are ready: \(key(.listQueues)) lists them")
  }

  /// Goes back to a queue, at the place where it was left.
  mutating func bringBack(_ old: PlayQueue) -> [Effect] {
    guard !old.isEmpty else {
      say("There is nothing left in that queue")
      return []
    }
    let kept = keepsakeEffects(replacedBy: old.queued)
    let before = queueMoment
    queue = old.renumbered(after: queue)
    queue.setRepeat(before.queue.repeating)
    failuresInARow = 0
    showsQueue = true
    return kept + replacedQueue(before) + place(queue.current ?? 0)
  }
}
