import Music

// The queue as something to keep: saved as a playlist, and brought back after another one took its
// place.
extension App {
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
}
