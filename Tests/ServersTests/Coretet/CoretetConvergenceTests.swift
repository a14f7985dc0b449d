import Music
import ServerHarness
import Servers
import Testing

/// Two people, one of them on two machines, on a network and on machines that fail at any moment.
enum CoretetConvergence {
  static let people = ["kari", "kari", "per"]
  static let tracks = (1...3).map { CoretetStand.track($0) }

  static func comment(_ number: Int) -> String { CoretetStand.id(6, number) }

  /// What becomes of a request.
  enum Way: CaseIterable {
    case whole
    /// Done, but the answer is lost.
    case lost
    /// Never arrived.
    case away
    /// The machine loses power when the answer is there.
    case powerCut
    /// Never arrived, but for a fault of the project's own.
    case fault
    /// Done, with an answer that says nothing.
    case unclear
  }

  /// What a machine hears of an answer.
  static func heard(_ answer: CoretetQueue.Answer, _ way: Way) -> CoretetQueue.Answer {
    switch way {
    case .whole, .powerCut: answer
    case .lost, .away: .later(until: nil, fault: nil)
    case .fault: .later(until: nil, fault: "status 503")
    case .unclear: .unclear("no JSON")
    }
  }

  static func way(_ random: inout SeededGenerator) -> Way {
    Bool.random(using: &random) ? .whole : Way.allCases.randomElement(using: &random) ?? .whole
  }
}

@Suite("Changes that meet, in a model")
struct CoretetModelTests {
  private func send(
    _ machines: inout CoretetMachines, _ model: inout CoretetModel, on index: Int,
    _ way: CoretetConvergence.Way
  ) {
    guard let waiting = machines.next(on: index) else { return }
    let person = machines.machines[index].person
    guard way != .away, way != .fault else {
      return machines.answered(CoretetConvergence.heard(.signInAgain, way), on: index)
    }
    let answer = model.take(waiting, of: person, now: machines.now)
    machines.answered(
      CoretetConvergence.heard(answer, way), on: index, isStored: way != .powerCut)
  }

  @Test("nothing that was typed is lost, nothing is there twice, and the newest stays")
  func random() {
    for seed: UInt64 in 0..<8_000 {
      var random = SeededGenerator(seed: seed)
      var model = CoretetModel()
      var machines = CoretetMachines(CoretetConvergence.people, now: 1_000_000_000)
      for _ in 0..<40 {
        let index = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<13, using: &random) {
        case 12: machines.decide(on: index, &random)
        case 0..<4:
          machines.type(
            on: index, &random, tracks: CoretetConvergence.tracks, playlist: "p",
            id: CoretetConvergence.comment)
        case 4..<9:
          send(&machines, &model, on: index, CoretetConvergence.way(&random))
        case 9: machines.machines[index].restart()
        case 10:
          if seed % 3 == 0 {
            model.revoked = Bool.random(using: &random) ? [] : ["kari"]
          }
          machines.machines[index].queue.goOn()
        default: machines.pass(Int64.random(in: 1...900, using: &random))
        }
      }
      model.revoked = []
      for index in 0..<3 {
        machines.machines[index].restart()
        machines.machines[index].queue.goOn()
        for _ in 0..<60 {
          send(&machines, &model, on: index, .whole)
          machines.pass(1)
        }
      }
      machines.check(model, seed: seed)
    }
  }
}

@Suite(
  "Changes that meet, in PostgreSQL",
  .serialized, .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetDatabaseTests {
  /// What the project has, in the model's terms.
  private func model(_ stand: CoretetStand) throws -> CoretetModel {
    struct Rating: Decodable {
      var person, track, word: String
      var time: Double
    }
    struct Comment: Decodable {
      var id, person, words: String
      var time: Double
    }
    var model = CoretetModel()
    let ratings = try stand.fake.rows(
      """
      select split_part(u.email, '@', 1) as person, track_id as track, rating as word,
        extract(epoch from updated_at) * 1000 as time
      from user_track_ratings r join auth.users u on u.id = r.user_id
      """, Rating.self)
    for one in ratings {
      model.ratings[CoretetModel.Key(person: one.person, track: one.track)] = CoretetModel.Rating(
        word: one.word, time: Int64(one.time.rounded()))
    }
    let comments = try stand.fake.rows(
      """
      select c.id, split_part(u.email, '@', 1) as person, content as words,
        extract(epoch from updated_at) * 1000 as time
      from track_comments c join auth.users u on u.id = c.user_id
      """, Comment.self)
    for one in comments {
      model.comments[one.id] = CoretetModel.Comment(
        person: one.person, words: one.words, time: Int64(one.time.rounded()))
    }
    return model
  }

  private func begin(_ stand: CoretetStand) async throws -> ([CoretetClient], CoretetMachines) {
    var clients: [CoretetClient] = []
    for name in CoretetConvergence.people {
      clients.append(try await stand.client(name))
      // Times are those of the server from the first answer on.
      _ = try await clients[clients.count - 1].ownPlaylists()
    }
    return (clients, CoretetMachines(CoretetConvergence.people, now: stand.now * 1000))
  }

  /// Lets the project's clock follow.
  private func follow(_ machines: CoretetMachines, _ stand: CoretetStand) throws {
    let behind = machines.now / 1000 - stand.now
    if behind > 0 { try stand.pass(behind) }
  }

  private func kind(_ answer: CoretetQueue.Answer) -> CoretetQueue.Answer {
    // The reasons have words of their own.
    if case .refused = answer { .refused("") } else { answer }
  }

  @Test(
    "the database answers each change as the model does, and has the same in the end",
    arguments: 0..<30)
  func same(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stand = try CoretetStand()
    var (clients, machines) = try await begin(stand)
    var model = CoretetModel()
    func send(_ index: Int, _ way: CoretetConvergence.Way) async throws {
      guard let waiting = machines.next(on: index) else { return }
      guard way != .away, way != .fault else {
        return machines.answered(CoretetConvergence.heard(.signInAgain, way), on: index)
      }
      try follow(machines, stand)
      let person = machines.machines[index].person
      let expected = model.take(waiting, of: person, now: machines.now)
      let answer = await clients[index].send(waiting)
      #expect(kind(answer) == kind(expected), "seed \(seed): \(waiting.change.kind)")
      machines.answered(
        CoretetConvergence.heard(answer, way), on: index, isStored: way != .powerCut)
    }
    for _ in 0..<50 {
      let index = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<13, using: &random) {
      case 12: machines.decide(on: index, &random)
      case 0..<4:
        machines.type(
          on: index, &random, tracks: CoretetConvergence.tracks, playlist: CoretetStand.demos,
          id: CoretetConvergence.comment)
      case 4..<9: try await send(index, CoretetConvergence.way(&random))
      case 9:
        machines.machines[index].restart()
        if Bool.random(using: &random) {
          clients[index] = try await stand.client(CoretetConvergence.people[index])
        }
      case 10:
        if seed % 3 == 0 {
          model.revoked = Bool.random(using: &random) ? [] : ["kari"]
          try stand.fake.run(
            """
            update playlist_shares set can_rate = \(model.revoked.isEmpty), status =
              '\(model.revoked.isEmpty ? "active" : "revoked")'
            where shared_with_email = 'kari@example.org'
            """)
        }
        machines.machines[index].queue.goOn()
      default: machines.pass(Int64.random(in: 1...900, using: &random))
      }
    }
    model.revoked = []
    try stand.fake.run(
      "update playlist_shares set can_rate = true, status = 'active' where status = 'revoked'")
    for index in 0..<3 {
      machines.machines[index].restart()
      machines.machines[index].queue.goOn()
      for _ in 0..<60 where !machines.machines[index].queue.waiting.isEmpty {
        try await send(index, .whole)
        machines.pass(1)
      }
    }
    let stored = try self.model(stand)
    #expect(stored.ratings == model.ratings && stored.comments == model.comments, "seed \(seed)")
    machines.check(stored, seed: seed)
    #expect(try stand.faults() == [])
  }

  @Test(
    "requests that are cut anywhere, also within one change, lose and double nothing",
    arguments: 100..<130)
  func cuts(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stand = try CoretetStand()
    var (clients, machines) = try await begin(stand)
    func send(_ index: Int) async throws {
      guard let waiting = machines.next(on: index) else { return }
      try follow(machines, stand)
      machines.answered(
        await clients[index].send(waiting), on: index,
        isStored: Int.random(in: 0..<6, using: &random) > 0)
    }
    for _ in 0..<50 {
      let index = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<13, using: &random) {
      case 12: machines.decide(on: index, &random)
      case 0..<4:
        machines.type(
          on: index, &random, tracks: CoretetConvergence.tracks, playlist: CoretetStand.demos,
          id: CoretetConvergence.comment)
      case 4..<8: try await send(index)
      case 8:
        let fault =
          [
            #""kind": "lost""#, #""kind": "close""#, #""kind": "cut""#, #""status": 502"#,
            #""status": 408"#, #""status": 425"#, #""kind": "deep""#,
            #""status": 429, "headers": {"Retry-After": "5"}"#,
          ]
          .randomElement(using: &random) ?? ""
        let after = Int.random(in: 0...3, using: &random)
        try stand.fail(#"{"path": "rest", "after": \#(after), \#(fault), "times": 2}"#)
      case 9:
        machines.machines[index].restart()
        clients[index] = try await stand.client(CoretetConvergence.people[index])
      case 10: machines.machines[index].queue.goOn()
      default: machines.pass(Int64.random(in: 1...900, using: &random))
      }
    }
    try stand.fail("")
    for index in 0..<3 {
      machines.machines[index].restart()
      for _ in 0..<60 where !machines.machines[index].queue.waiting.isEmpty {
        try await send(index)
        machines.machines[index].queue.goOn()
        machines.pass(1)
      }
    }
    machines.check(try model(stand), seed: seed)
    #expect(try stand.faults() == [])
  }
}
