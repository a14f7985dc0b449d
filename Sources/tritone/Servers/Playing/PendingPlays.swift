import Library
import Log
import Music
import Servers

/// Plays that a Subsonic server does not know of yet, in a file that several processes share.
actor PendingPlays {
  struct Play: Equatable, Sendable, Codable {
    var track: String
    /// Unix time in milliseconds at which it began.
    var time: Int64
    /// The Unix time in seconds of the library's play that it is, too; nil before that is known.
    var played: Int64?

    fileprivate func isSame(as other: Play) -> Bool { track == other.track && time == other.time }
  }

  /// Those that wait, and those that were told of late, by which plays of the library are known.
  private struct Stored: Equatable, Codable, Sendable {
    var waiting: [Play] = []
    var told: [Play] = []

    func has(_ play: Play) -> Bool {
      waiting.contains(where: play.isSame) || told.contains(where: play.isSame)
    }

    /// Whether a play of the library is one of these, which is no other play's from then on.
    mutating func match(_ time: Int64, of track: String, within longest: Int64) -> Bool {
      let times = time * 1_000 - longest...time * 1_000 + 60_000
      for played in [time, nil] {
        let isIt = { (play: Play) in
          play.track == track && play.played == played && times.contains(play.time)
        }
        if let index = told.lastIndex(where: isIt) {
          told[index].played = time
          return true
        }
        if let index = waiting.lastIndex(where: isIt) {
          waiting[index].played = time
          return true
        }
      }
      return false
    }
  }

  private let file: StateFile<Stored>
  private let lock: FilePath
  /// Held while plays are sent, which may take long, so that no other process sends them, too.
  private let sending: FilePath
  private let log: Log
  /// Plays that could not be stored, for the next time.
  private var unstored: [Play] = []
  /// Plays that the server has, and of which that could not be stored.
  private var unnoted: [Play] = []

  private static let mostPlays = 20_000
  private static let mostTold = 1_000
  /// Milliseconds between the begin of a listen and the play that the library notes at its end.
  private static let longestTrack: Int64 = 6 * 3_600_000

  init(folder: FilePath, log: Log) {
    file = StateFile(folder.appending("plays.json"))
    lock = folder.appending("plays.lock")
    sending = folder.appending("sending.lock")
    self.log = log
  }

  var isEmpty: Bool { unstored.isEmpty && (read()?.waiting.isEmpty ?? true) }

  func add(_ play: Play) async {
    unstored = unstored.suffix(Self.mostPlays - 1) + [play]
    await store()
  }

  private func store() async {
    let plays = unstored
    guard !plays.isEmpty else { return }
    let isStored = await change { stored in
      let new = plays.filter { !stored.has($0) }
      stored.waiting = (stored.waiting + new).suffix(Self.mostPlays)
    }
    if isStored { unstored.removeAll { one in plays.contains { $0.isSame(as: one) } } }
  }

  /// The times of plays of a track that the server is not told otherwise; each listen stands for one
  /// of them, and for the same one where it is asked again.
  ///
  /// - Parameter times: Unix times in seconds.
  func unknown(_ times: [Int64], of track: String) async -> [Int64] {
    guard !times.isEmpty else { return [] }
    var unknown: [Int64]?
    await change { stored in
      unknown = times.filter { !stored.match($0, of: track, within: Self.longestTrack) }
    }
    // Where the file cannot be read listens cannot be stored, either.
    return unknown ?? times
  }

  /// Tells the server of all plays, in order; those that it does not take for now stay.
  func send(by client: SubsonicClient) async -> ServerError? {
    await store()
    guard !isEmpty, let turn = await FileTurn.taken(sending) else { return nil }
    defer { withExtendedLifetime(turn) {} }
    while let play = read()?.waiting.first {
      if !unnoted.contains(where: play.isSame) {
        do throws(ServerError) {
          try await client.scrobble(play.track, at: play.time)
        } catch {
          guard error.isOfOneTrack else { return error }
          log.warning(
            .library, "a server does not take a play",
            [LogField("reason", sentence: error.message)])
        }
        unnoted.append(play)
      }
      guard await noteTold(play) else { return nil }
    }
    return nil
  }

  /// Notes that the server has a play; others may have been added meanwhile.
  private func noteTold(_ play: Play) async -> Bool {
    let isStored = await change { stored in
      guard let index = stored.waiting.firstIndex(where: play.isSame) else { return }
      stored.told = stored.told.suffix(Self.mostTold - 1) + [stored.waiting.remove(at: index)]
    }
    if isStored { unnoted.removeAll(where: play.isSame) }
    return isStored
  }

  private func read() -> Stored? {
    do { return try file.read() } catch {
      note(error)
      return nil
    }
  }

  /// - Returns: Whether the change is on the disk.
  @discardableResult
  private func change(_ change: (inout Stored) -> Void) async -> Bool {
    let turn = await FileTurn.taken(lock)
    defer { withExtendedLifetime(turn) {} }
    do {
      let before = try file.read() ?? Stored()
      var stored = before
      change(&stored)
      if stored != before { try file.write(stored) }
      return true
    } catch {
      note(error)
      return false
    }
  }

  private func note(_ error: any Error) {
    log.error(
      .library, "a play cannot be read or stored",
      [LogField("reason", sentence: UserText.of(error))])
  }
}
