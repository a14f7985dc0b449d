internal import GRDB
internal import Music

/// The user's marks of a track that servers know, too.
struct OwnMarks: Equatable, Sendable {
  var rating = 0
  var reaction = Reaction.none
  var plays: Int64 = 0
  /// Unix time in seconds.
  var lastPlayed: Int64?
}

/// The marks that a server is known to hold.
struct HeldMarks: Equatable, Sendable {
  var rating = 0
  var isLoved = false
  var plays: Int64 = 0
  /// Unix time in seconds; plays of the library up to then are counted there.
  var told: Int64 = 0

  func isSame(as theirs: ServerMarks) -> Bool {
    rating == theirs.rating.stars && isLoved == theirs.isLoved
      && plays == HeldMarks.bounded(theirs.plays)
  }

  static func bounded(_ plays: Int) -> Int64 { Int64(min(max(0, plays), 1_000_000_000)) }
}

/// The merge of a track's marks in the library and at a server, by what the server held before.
///
/// A mark that only one side changed is taken from there; of two changes the library's stays, and is
/// then to be sent, since it differs from the server's. Plays at the server that are not the
/// library's own are added.
struct ServerMarksMerge: Equatable, Sendable {
  private(set) var ours: OwnMarks
  private(set) var held: HeldMarks

  /// Seconds by which two times of one play may differ.
  private static let sameTime: Int64 = 2

  /// - Parameters:
  ///   - held: Nil before the first exchange.
  ///   - untold: Times of the library's plays that the server was not told, in order.
  ///   - now: Unix time in seconds.
  init(
    _ ours: OwnMarks, held: HeldMarks?, _ theirs: ServerMarks, untold: [Int64] = [], now: Int64
  ) {
    (self.ours, self.held) = (ours, held ?? HeldMarks())
    let played = theirs.lastPlayed.flatMap { (1...now.plus(86_400)).contains($0) ? $0 : nil }
    mergeRating(theirs.rating.stars, held)
    mergeLove(theirs.isLoved, held)
    if held == nil {
      self.ours.plays = max(ours.plays, HeldMarks.bounded(theirs.plays))
      self.held.plays = HeldMarks.bounded(theirs.plays)
      self.held.told = now
    } else {
      addPlays(HeldMarks.bounded(theirs.plays), played, untold)
    }
    if let played, self.ours.plays > 0 {
      self.ours.lastPlayed = max(ours.lastPlayed ?? 0, played)
    }
  }

  private mutating func mergeRating(_ theirs: Int, _ before: HeldMarks?) {
    held.rating = theirs
    // A side without a rating has not said anything before the first exchange.
    let base = before?.rating ?? 0
    if ours.rating == base, theirs != base { ours.rating = theirs }
  }

  /// Loved is the highest reaction; a track that is not loved any more is liked.
  private mutating func mergeLove(_ theirs: Bool, _ before: HeldMarks?) {
    held.isLoved = theirs
    let base = before?.isLoved ?? false
    if (ours.reaction == .loved) == base, theirs != base {
      ours.reaction = theirs ? .loved : .liked
    }
  }

  /// A counter that went back counts on from where it was: plays that were told may be counted
  /// late.
  private mutating func addPlays(_ theirs: Int64, _ played: Int64?, _ untold: [Int64]) {
    let more = theirs.minus(held.plays)
    guard more > 0 else { return }
    held.plays = theirs
    var own: Int64 = 0
    // A play that the server has, though its answer to it was lost.
    if let played,
      let index = untold.lastIndex(where: {
        ($0.minus(played)).magnitude <= ServerMarksMerge.sameTime
      })
    {
      own = min(Int64(index + 1), more)
      held.told = max(held.told, untold[index])
    }
    ours.plays = min(ours.plays.plus(more.minus(own)), max(ours.plays, Database.lastNumber))
  }
}

extension Database {
  func ownMarks(of track: Int64) throws -> OwnMarks {
    try Row.fetchOne(
      try cachedStatement(
        sql: "SELECT rating, reaction, plays, last_played FROM marks WHERE track = ?"),
      arguments: [track]
    ).map { row in
      try OwnMarks(
        rating: row.value(0), reaction: Reaction(rawValue: row.value(1)) ?? .none,
        plays: row.value(2), lastPlayed: row.value(3))
    } ?? OwnMarks()
  }

  func set(_ marks: OwnMarks, of track: Int64) throws {
    try makeMarks(of: track)
    try cachedStatement(
      sql: "UPDATE marks SET rating = ?, reaction = ?, plays = ?, last_played = ? WHERE track = ?"
    ).execute(arguments: [
      marks.rating, marks.reaction.rawValue, marks.plays, marks.lastPlayed, track,
    ])
  }

  /// Times of the plays of a track after a time, in order.
  func plays(of track: Int64, after time: Int64, atMost count: Int) throws -> [Int64] {
    try Int64.fetchAll(
      try cachedStatement(
        sql: "SELECT time FROM plays WHERE track = ? AND time > ? ORDER BY time LIMIT ?"),
      arguments: [track, time, count])
  }
}
