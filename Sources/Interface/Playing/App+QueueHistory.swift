import Music

// Saving the queue as a playlist, and restoring replaced queues.
extension App {
  mutating func askForQueueName() {
    guard !queue.isEmpty else { return say("The queue is empty") }
    windows.open(.prompt(Prompt(.saveQueue)))
  }

  mutating func saveQueue(as name: String) -> [Effect] {
    guard !queue.isEmpty else {
      say("The queue is empty")
      return []
    }
    return [.edit(.playlists(.saveQueueAs(name, Array(queue.queued))))]
  }

  mutating func offer(_ queues: [ReplacedQueue], times: [String]) {
    let request = windows.answered(.queues)
    guard !queues.isEmpty else {
      return say("No queue was replaced yet; they are kept when another one starts")
    }
    open(
      .picker(
        Picker(
          .queues, title: "Queues that were replaced",
          choices: zip(queues, times).map { queue, time in
            Picker.Choice(
              queue.title ?? queue.trackCount.counted("track"),
              detail: queue.trackCount.counted("track") + "  " + time,
              .queue(queue.id))
          })), askedFor: request,
      orSay: "The queues that were replaced are ready: \(key(.queue(.list))) lists them")
  }
}

extension App {
  mutating func receive(_ event: QueueEvent) -> [Effect] {
    switch event {
    case .editUndone(let edit): return apply(playing.undo(edit, at: now))
    case .editRedone(let edit): return apply(playing.redo(edit, at: now))
    case .replacedLoaded(let queues, let times):
      offer(queues, times: times)
      return []
    case .replacedFound(let queue, let serial): return answered(serial, .bringBack(queue))
    }
  }

  mutating func performQueue(_ command: QueueCommand) -> [Effect] {
    switch command {
    case .addLast: return findTracksToQueue(next: false)
    case .addNext: return findTracksToQueue(next: true)
    case .save: askForQueueName()
    case .saveAs(let name): return saveQueue(as: name)
    case .list:
      windows.expect(.queues)
      return [.replacedQueues(.list)]
    }
    return []
  }
}
