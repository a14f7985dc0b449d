import Foundation
import ServerHarness
import Testing

/// Kills the real program at random moments: every acknowledged edit has to be stored.
///
/// An edit is acknowledged when its sub-command has ended with 0, or when the player's screen shows
/// it as done: message and row follow the commit.
@Suite("Killed at random", .serialized)
struct TortureTests {
  /// `make torture ROUNDS=200` sets how often.
  private static let rounds =
    ProcessInfo.processInfo.environment["TRITONE_TORTURE_ROUNDS"].flatMap { Int($0) } ?? 20

  @Test("what was acknowledged is there after kill -9, and the database is whole")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      var torture = try Torture(box)
      for round in 0..<TortureTests.rounds { try torture.run(round) }
      print("Killed \(torture.kills) times: \(torture.acknowledged) edits acknowledged, all there")
      #expect(torture.kills >= TortureTests.rounds / 2)
      #expect(torture.acknowledged > 0)
    }
  }
}

private struct Torture {
  let box: Sandbox
  let file: URL
  private(set) var kills = 0
  private(set) var acknowledged = 0
  private var songs = 0
  /// Acknowledged edits: entries of the slot's playlist by name, and stars by name.
  private var added: Set<String> = []
  private var stars: [String: Int] = [:]
  private var found: Set<String> = []

  init(_ box: Sandbox) throws {
    self.box = box
    file = try box.tone("song-0000.flac", 300, seconds: 2)
    try grow(by: 30)
    guard try box.tritone("scan", box.music.path).status == 0 else {
      throw Program.Failure(description: "the first scan failed")
    }
    found = Set((0...songs).map(name))
  }

  private func name(_ number: Int) -> String { "song-" + String("000\(number)".suffix(4)) }

  private mutating func grow(by count: Int) throws {
    for _ in 0..<count {
      songs += 1
      try FileManager.default.copyItem(
        at: file, to: box.music.appendingPathComponent(name(songs) + ".flac"))
    }
  }

  mutating func run(_ round: Int) throws {
    switch round % 4 {
    case 0: try scan()
    case 1, 2: try add()
    default: try rate()
    }
    try check(round)
  }

  /// Runs a sub-command for a random time at most; returns whether it succeeded by itself.
  private mutating func torment(_ arguments: [String], atMost limit: UInt32) throws -> Bool {
    let program = try Spawned(Sandbox.binary, arguments, environment: box.environment)
    let end = Date().addingTimeInterval(Double(UInt32.random(in: 0..<limit)) / 1_000_000)
    while program.poll() == nil, Date() < end { usleep(500) }
    if program.poll() == nil {
      kill(program.pid, SIGKILL)
      kills += 1
      while program.poll() == nil { usleep(500) }
    }
    return program.status == 0
  }

  private mutating func scan() throws {
    try grow(by: 40)
    if try torment(["scan"], atMost: 400_000) {
      acknowledged += 1
      found.formUnion((0...songs).map(name))
    }
  }

  private mutating func add() throws {
    for _ in 0..<3 {
      let song = name(Int.random(in: 0...songs))
      let path = box.music.appendingPathComponent(song + ".flac").path
      if try torment(["mix", "1", path], atMost: 250_000) {
        acknowledged += 1
        added.insert(song)
        found.insert(song)
      }
    }
  }

  /// Rates in the player while it plays, and kills it right after a key.
  private mutating func rate() throws {
    let player = try box.player(["--output", "null"], columns: 200, rows: 50)
    try player.see("Playlists")
    try player.type(":browse songs")
    try player.press("Enter")
    // A filter may be restored; the search is for a song that certainly exists.
    guard let song = found.randomElement() else { return }
    try player.press("/")
    try player.type(song)
    try player.press("Enter")
    try player.wait("the song alone") { screen in
      screen.split(separator: "\n").contains { $0.contains(song) && !$0.contains("/") }
    }
    try player.press("Enter")
    let first = Int.random(in: 1...5)
    try player.type(":rate \(first)")
    try player.press("Enter")
    try player.wait("the rating") { says(first, $0) }
    acknowledged += 1
    stars[song] = first
    let second = first % 5 + 1
    try player.type(":rate \(second)")
    try player.press("Enter")
    usleep(UInt32.random(in: 0..<40_000))
    player.signal(SIGKILL)
    kills += 1
    try player.left()
    if says(second, try player.screen) {
      acknowledged += 1
      stars[song] = second
    } else if try box.sql("\(rating) WHERE \(named(song))") == "\(second)" {
      // Stored and not yet shown.
      stars[song] = second
    }
  }

  /// Whether the last line reports exactly so many stars; the progress of the analysis may follow.
  private func says(_ count: Int, _ screen: String) -> Bool {
    let wanted = "Rated: " + String(repeating: "★", count: count)
    return screen.split(separator: "\n").contains {
      let line = $0.trimmingCharacters(in: .whitespaces)
      return line == wanted || line.hasPrefix(wanted + " ")
    }
  }

  private let rating = "SELECT coalesce(rating, 0) FROM tracks LEFT JOIN marks ON marks.track = id"

  private func named(_ song: String) -> String { "CAST(path AS TEXT) LIKE '%/\(song).flac'" }

  private func check(_ round: Int) throws {
    #expect(
      try box.sql("PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok", "round \(round)")
    let tracks = Set(
      try box.sql("SELECT CAST(path AS TEXT) FROM tracks WHERE NOT missing").split(separator: "\n")
        .map { URL(fileURLWithPath: String($0)).deletingPathExtension().lastPathComponent })
    #expect(found.isSubset(of: tracks), "round \(round)")
    let entries = Set(
      try box.sql(
        "SELECT CAST(t.path AS TEXT) FROM entries e JOIN tracks t ON t.id = e.track"
      ).split(separator: "\n")
        .map { URL(fileURLWithPath: String($0)).deletingPathExtension().lastPathComponent })
    #expect(added.isSubset(of: entries), "round \(round)")
    for (song, number) in stars {
      let stored = try box.sql("\(rating) WHERE \(named(song))")
      #expect(stored == "\(number)", "round \(round): \(song)")
    }
  }
}
