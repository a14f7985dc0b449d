import FoundationEssentials
import Log
import Music
import Servers

/// Stretches of listening that a server does not have yet, in a file that several processes share.
actor LocalSessionFile: LocalSessionStore {
  private let file: StateFile<[LocalSession]>
  private let lock: FilePath
  private let folder: FilePath
  private let log: Log
  /// The id of this process, which is said to live by a lock for as long as this lasts.
  private let id = UUID().uuidString.lowercased()
  private var life: OwnerLock?

  /// More are years of listening without a network.
  private static let mostSessions = 10_000

  init(folder: FilePath, log: Log) {
    file = StateFile(folder.appending("sessions.json"))
    lock = folder.appending("sessions.lock")
    self.folder = folder
    self.log = log
  }

  func sessions() async -> [LocalSession] {
    do { return try file.read() ?? [] } catch {
      note(error)
      return []
    }
  }

  var owner: String? { id }

  func livingOwners() async -> Set<String> { OwnerLock.living(in: folder, but: id) }

  func keep(_ session: LocalSession) async {
    if life == nil { life = OwnerLock.held(id, in: folder) }
    await change { sessions in
      if let index = sessions.firstIndex(where: { $0.id == session.id }) {
        sessions[index] = session
      } else {
        sessions.append(session)
        sessions = sessions.suffix(Self.mostSessions)
      }
    }
  }

  func remove(_ ids: [String]) async {
    await change { $0.removeAll { ids.contains($0.id) } }
  }

  private func change(_ change: (inout [LocalSession]) -> Void) async {
    let turn = await FileTurn.taken(lock)
    defer { withExtendedLifetime(turn) {} }
    do {
      // A file that cannot be read now has what nobody else has.
      let before = try file.read() ?? []
      var sessions = before
      change(&sessions)
      guard sessions != before else { return }
      if sessions.isEmpty { file.remove() } else { try file.write(sessions) }
    } catch { note(error) }
  }

  private func note(_ error: any Error) {
    log.error(
      .library, "what was listened to cannot be read or stored",
      [LogField("reason", sentence: UserText.of(error))])
  }
}
