import Control
import Interface
import Library
import Music
import Synchronization

/// Requests from beyond the screen.
extension EffectRunner {
  /// Answers go there from now on.
  func serve(_ server: ControlServer) { control.withLock { $0 = server } }

  /// Whether an event is still to be handled: a request whose program no longer waits is not, nor
  /// a change of the library that the end of an edit has told of.
  func takes(_ event: Event) -> Bool {
    switch event {
    case .editEnded, .library(.changed):
      let count = library.changeCount
      let told = toldChanges.exchange(count, ordering: .relaxed)
      return event == .editEnded || told != count
    case .control(let event):
      guard case .request = event.cause, let ticket = event.ticket,
        let server = control.withLock({ $0 })
      else { return true }
      return server.begins(ticket)
    default: return true
    }
  }

  /// - Parameter terminal: The number of the terminal that was used last; nil for none.
  func perform(_ order: ControlEffect, at terminal: Int?) {
    // A player without a socket gets requests from the desktop.
    let server = control.withLock { $0 }
    switch order {
    case .answer(let ticket, let answer): server?.answer(ticket, answer)
    case .carryOut(let effects, let ticket, let said):
      requestedWork.withLock { $0[ticket] = RequestedWork(left: effects.count, said: said) }
      server?.tellBegun(ticket)
      for effect in effects { perform(effect, for: Asker(terminal: terminal, ticket: ticket)) }
    case .ended(let ticket, let answer):
      let whole = requestedWork.withLock { all in
        let whole = all[ticket]?.end(answer)
        if whole != nil { all[ticket] = nil }
        return whole
      }
      if let whole { server?.answer(ticket, whole) }
    case .listQueue(let ticket, let part):
      let library = library
      Task.detached {
        do {
          let found = try await library.resolved(part.items.map(\.queued))
          let tracks = Dictionary(
            found.map { ($0.key.track, $0.value) }, uniquingKeysWith: { first, _ in first })
          server?.answer(ticket, .queue(part.listing(tracks)))
        } catch {
          server?.answer(ticket, .failed(UserText.of(error)))
        }
      }
    case .findPlaylist(let id, let serial, let ticket):
      let (library, mailbox) = (library, mailbox)
      Task.detached {
        var reason: String?
        do {
          guard let playlist = try await library.playlist(id) else {
            throw Failure(reason: "There is no playlist \(id.rawValue)")
          }
          let tracks = try await library.queuedTracks(
            of: [.playlist(playlist.id)], in: ListQuery(.playlists))
          guard !tracks.isEmpty else { throw Failure(reason: "\(playlist.name) is empty") }
          mailbox.post(.search(.foundToPlay(QueuedTracks(tracks), start: 0, serial: serial)))
        } catch {
          reason = UserText.of(error)
          mailbox.post(.search(.notFound(serial: serial, UserText.of(error))))
        }
        if let ticket { server?.answer(ticket, reason.map { .failed($0) } ?? .done()) }
      }
    case .find(let sources, let use, let serial, let ticket):
      let opening = opening
      // Not behind a scan that may take minutes: the library lets both in.
      Task.detached {
        @Sendable func answer(_ reason: String?) {
          if let ticket { server?.answer(ticket, reason.map { .failed($0) } ?? .done()) }
        }
        // The first answer counts.
        Task.detached {
          try? await Task.sleep(for: Self.patience)
          answer(nil)
        }
        await opening.find(sources, use, serial: serial, answer: answer)
      }
    }
  }

  /// How long whoever names files waits for the word that they are music.
  private static let patience = Duration.seconds(2)
}

/// Effects of a request, whose ends together are its answer.
struct RequestedWork: Equatable, Sendable {
  /// The effects that have not ended yet.
  var left: Int
  var said: String?

  /// - Returns: The answer to the request, at the first failure or the last end; nil before.
  mutating func end(_ answer: ControlAnswer) -> ControlAnswer? {
    switch answer {
    case .failed: return answer
    case .done(let message): said = message ?? said
    case .queue, .outputs: break  // because no effect ends so
    }
    left -= 1
    return left > 0 ? nil : .done(said)
  }
}
