internal import HTTP
internal import Music

extension CoretetClient {
  private static let mostShares = 10_000

  /// With whom one of one's playlists is shared, in the order of their beginning.
  package func shares(of playlist: String) async throws(CoretetError) -> [CoretetShare] {
    var call = call(.get, .shares, "the shares")
    call.add("select", "*")
    call.add(names[.shares, "playlist_id"], "eq.\(try valid(playlist, "the playlist"))")
    call.add("order", "\(names[.shares, "created_at"]).asc,id.asc")
    return try await steadyPages(call, .shares, most: Self.mostShares).compactMap(\.share)
  }

  /// Invites somebody, or changes the rights of somebody who is invited already; a share that was
  /// revoked begins anew.
  func share(
    _ playlist: String, with email: CoretetEmail, _ rights: CoretetRights
  ) async throws(CoretetError) {
    let (statusColumn, edit, rate) = (
      names[.shares, "status"], names[.shares, "can_edit"], names[.shares, "can_rate"]
    )
    var change = try shareCall(.patch, playlist, email)
    change.add(statusColumn, "neq.revoked")
    change.body = try body([edit: rights.canEdit, rate: rights.canRate])
    guard try await changed(change, .shares) == 0 else { return }
    var new = call(.post, .shares, "the share")
    new.add(
      "on_conflict",
      "\(names[.shares, "playlist_id"]),\(names[.shares, "shared_with_email"])")
    new.prefer = ["resolution=merge-duplicates", "return=minimal"]
    new.isRepeated = false
    new.body = try body([
      names[.shares, "playlist_id"]: CoretetValue.text(try valid(playlist, "the playlist")),
      names[.shares, "shared_by"]: .text(try await identity().id),
      names[.shares, "shared_with_email"]: .text(email.text),
      statusColumn: .text("pending"), edit: .flag(rights.canEdit), rate: .flag(rights.canRate),
    ])
    try await response(to: new)
  }

  /// Ends a share; what its holder has said stays. One that is gone is as good.
  ///
  /// - Throws: `.server(.notAllowed)` also where rules of rows leave it as it is, or hide it.
  func revoke(_ playlist: String, of email: CoretetEmail) async throws(CoretetError) {
    var change = try shareCall(.patch, playlist, email)
    change.body = try body([names[.shares, "status"]: word(.revoked)])
    guard try await changed(change, .shares) == 0 else { return }
    let look = try shareCall(.get, playlist, email, select: "*")
    let there = try await response(to: look).rows(names, .shares).first?.share
    // Owners alone see the shares of others.
    let isOver = if let there { there.status == .revoked } else { try await isOwn(playlist) }
    guard isOver else { throw .server(.notAllowed(what: "the share")) }
  }

  /// Takes part in a playlist that waits to be accepted.
  ///
  /// - Returns: False where the share is gone or revoked.
  package func accept(_ playlist: String) async throws(CoretetError) -> Bool {
    let email = try CoretetEmail(try await identity().email)
    var change = try shareCall(.patch, playlist, email)
    change.add(names[.shares, "status"], "neq.revoked")
    change.body = try body([
      names[.shares, "status"]: names.active,
      names[.shares, "accepted_at"]: InternetDate.text(serverNow),
    ])
    return try await changed(change, .shares) > 0
  }

  private func shareCall(
    _ method: HTTPMethod, _ playlist: String, _ email: CoretetEmail, select: String = "id"
  ) throws(CoretetError) -> Call {
    var call = call(method, .shares, "the share")
    call.add("select", select)
    call.add(names[.shares, "playlist_id"], "eq.\(try valid(playlist, "the playlist"))")
    call.add(names[.shares, "shared_with_email"], "eq.\(email.text)")
    call.isRepeated = false
    return call
  }

  /// Unix time in milliseconds of the server's clock.
  var serverNow: Int64 { clock.theirs(timing.now() * 1000) }

  /// The rows that a change was made to, which rules of rows may make fewer than it names, without
  /// an error.
  func changed(_ call: Call, _ table: CoretetNames.Table) async throws(CoretetError) -> Int {
    var call = call
    call.prefer.append("return=representation")
    return try await response(to: call).rows(names, table).count
  }
}

/// A value of a row as it is sent.
enum CoretetValue: Encodable, Equatable, Sendable {
  case text(String)
  case flag(Bool)
  case number(Int64)

  func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    switch self {
    case .text(let text): try single.encode(text)
    case .flag(let flag): try single.encode(flag)
    case .number(let number): try single.encode(number)
    }
  }
}

extension InternetDate {
  /// Unix time in milliseconds as a date of UTC.
  static func text(_ milliseconds: Int64) -> String {
    let milliseconds = max(0, min(milliseconds, 253_402_300_799_999))
    let day = CalendarDay(daysSince1970: Int(milliseconds / 86_400_000))
    let rest = milliseconds % 86_400_000
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(Int64(day.year), 4))-\(digits(Int64(day.month), 2))-"
      + "\(digits(Int64(day.day), 2))T\(digits(rest / 3_600_000, 2)):"
      + "\(digits(rest / 60_000 % 60, 2)):\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))Z"
  }
}
