import FoundationEssentials
import Library
import Music
import Servers

/// The changes of a person at a Coretet project, as the library stores them.
struct SharedQueue: Sendable {
  private(set) var queue: CoretetQueue
  /// What each change is about, by its id.
  private var subjects: [String: Subject] = [:]
  /// Rows of another version of the program, which stay as they are.
  private let unreadable: [SharedChangeRow]

  struct Subject: Equatable, Sendable {
    var playlist: String?
    var track: String?
    var isRating = false
  }

  init(_ stored: SharedQueueRows, of person: String) {
    var waiting: [CoretetQueue.Waiting] = []
    var refused: [CoretetQueue.Refused] = []
    var unreadable: [SharedChangeRow] = []
    for row in stored.rows {
      guard let change = Self.change(row) else {
        unreadable.append(row)
        continue
      }
      subjects[row.id] = Subject(playlist: row.playlist, track: row.track, isRating: row.isRating)
      if let reason = row.refusal {
        refused.append(CoretetQueue.Refused(change: change, reason: reason))
      } else {
        waiting.append(
          CoretetQueue.Waiting(
            change: change, isAttempted: row.isAttempted, faults: row.faults, follows: row.follows,
            hold: row.hold.map { CoretetQueue.Hold(reason: $0, until: row.heldUntil) }))
      }
    }
    let pause = stored.pause
    queue = CoretetQueue(
      person: person, waiting: waiting, refused: refused,
      pause: CoretetQueue.Pause(
        failures: pause.failures, until: pause.until, asked: pause.asked))
    self.unreadable = unreadable
  }

  private static func change(_ row: SharedChangeRow) -> CoretetChange? {
    guard
      let change = try? JSONDecoder().decode(CoretetChange.self, from: Data(row.change.utf8)),
      change.id == row.id
    else { return nil }
    return change
  }

  var rows: SharedQueueRows {
    SharedQueueRows(
      rows: queue.waiting.map { row(of: $0) } + queue.refused.map { row(of: $0) } + unreadable,
      pause: Self.stored(queue.pause))
  }

  private func row(of one: CoretetQueue.Waiting) -> SharedChangeRow {
    row(one.change) {
      ($0.isAttempted, $0.faults, $0.follows) = (one.isAttempted, one.faults, one.follows)
      ($0.hold, $0.heldUntil) = (one.hold?.reason, one.hold?.until ?? 0)
    }
  }

  private func row(of one: CoretetQueue.Refused) -> SharedChangeRow {
    row(one.change) { $0.refusal = one.reason }
  }

  private static func stored(_ pause: CoretetQueue.Pause) -> SharedPause {
    SharedPause(failures: pause.failures, until: pause.until, asked: pause.asked)
  }

  /// The edits to store after sending and its answers, which add no change and keep the order.
  func step(since old: SharedQueue) -> SharedQueueStep {
    var step = SharedQueueStep()
    var removed: Set<String> = []
    var rest = queue.waiting[...]
    for one in old.queue.waiting {
      guard let new = rest.first, new.id == one.id else {
        removed.insert(one.id)
        continue
      }
      if new != one { step.changed.append(row(of: new)) }
      rest.removeFirst()
    }
    if queue.refused != old.queue.refused {
      let before = Dictionary(old.queue.refused.map { ($0.id, $0) }) { first, _ in first }
      for one in queue.refused where before[one.id] != one { step.changed.append(row(of: one)) }
      removed.formUnion(before.keys)
      removed.subtract(queue.refused.map(\.id))
    }
    step.removed = removed.sorted()
    if queue.pause != old.queue.pause { step.pause = Self.stored(queue.pause) }
    return step
  }

  private func row(
    _ change: CoretetChange, _ set: (inout SharedChangeRow) -> Void
  ) -> SharedChangeRow {
    // because texts and numbers can always be written as JSON
    let json = String(decoding: try! Self.encoder.encode(change), as: UTF8.self)
    let subject = subjects[change.id] ?? Subject()
    var row = SharedChangeRow(
      id: change.id, change: json, playlist: subject.playlist, track: subject.track,
      isRating: subject.isRating)
    set(&row)
    return row
  }

  /// The same for equal values.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  func subject(of id: String) -> Subject { subjects[id] ?? Subject() }

  /// The playlist of a change that moves its tracks; nil for another change.
  func playlistMoved(by id: String) -> String? {
    let changes = queue.waiting.map(\.change) + queue.refused.map(\.change)
    guard case .move(let playlist, _, _)? = changes.first(where: { $0.id == id })?.kind else {
      return nil
    }
    return playlist
  }

  // MARK: Changes

  mutating func add(_ kind: CoretetChange.Kind, about subject: Subject, now: Int64) {
    let id = UUID().uuidString.lowercased()
    subjects[id] = subject
    queue.add(CoretetChange(id: id, made: now, kind))
  }

  /// Takes in reactions of the library. A collaborator's are one in each playlist.
  mutating func add(_ reactions: [UnsentReaction], by person: SharedPerson, now: Int64) {
    for one in reactions {
      for playlist in person.isCollaborator ? one.playlists : Array(one.playlists.prefix(1)) {
        add(
          CoretetChange.rate(one.track, in: playlist, one.reaction),
          about: Subject(playlist: playlist, track: one.track, isRating: true), now: now)
      }
    }
  }

  /// Sends without pauses of ours.
  mutating func goOn() { queue.goOn() }

  /// The change to send now, which counts as sent once from then on.
  mutating func next(now: Int64) -> CoretetQueue.Waiting? {
    queue.next(now: now, as: queue.person)
  }

  /// Notes the answer to the change that was sent last.
  mutating func answered(_ id: String, _ answer: CoretetQueue.Answer, now: Int64) {
    queue.resume(id)
    queue.answered(id, answer, now: now)
  }

  /// - Returns: False where there is no such change that was refused or set aside.
  mutating func retry(_ id: String, words: String?, now: Int64) -> Bool {
    guard queue.isStopped(id) else { return false }
    queue.retry(id, words: words, made: now)
    return true
  }

  /// - Returns: False where there is no such change that was refused or set aside.
  mutating func discard(_ id: String) -> Bool {
    guard queue.isStopped(id) else { return false }
    queue.discard(id)
    return true
  }
}
