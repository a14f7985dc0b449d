internal import HTTP
internal import JSON
internal import Music

extension CoretetError {
  private static let longestBody = 64 << 10

  /// The fault that an answer other than 2xx is.
  ///
  /// - Parameters:
  ///   - what: what the call is about, in messages.
  ///   - now: Unix time in seconds.
  init(_ response: HTTPResponse, what: String, now: Int64) {
    let retryTime = response.head.retryAfter().map { now + $0.components.seconds }
    // Neither says anything about the request.
    guard !(500...599).contains(response.status), ![408, 425].contains(response.status) else {
      self = .fault(
        status: response.status, reason: ServerError.ownFault(response), until: retryTime)
      return
    }
    let said = Self.said(response)
    self =
      Self.fault(ofCode: said.code, said.message, response.status, what: what)
      ?? .server(
        ServerError(
          status: response.status, what: what, retryTime: retryTime,
          fault: ServerError.ownFault(response), said: said.message))
  }

  init(_ error: HTTPError, what: String, now: Int64) {
    self = .server(ServerError(error, what: what, now: now))
  }

  /// The code and the words of the body, in the forms of PostgREST, of GoTrue before 2024 and since,
  /// of the gateway, of functions and of the storage.
  private static func said(_ response: HTTPResponse) -> (code: String, message: String) {
    guard response.body.count <= longestBody, let node = try? response.json() else {
      return ("", ServerText.said(response.body))
    }
    // In one form "code" is the status.
    let code = node["error_code"] ?? node["code"]
    let message = node["message"] ?? node["msg"] ?? node["error"]
    return (
      Optional(code).flatMap { $0 }.name(longest: 60) ?? "",
      Optional(message).flatMap { $0 }.name(longest: 200) ?? ""
    )
  }

  private static func fault(
    ofCode code: String, _ message: String, _ status: Int, what: String
  ) -> CoretetError? {
    switch code {
    case "invalid_credentials": return .server(.wrongPassword)
    case "email_not_confirmed": return .emailNotConfirmed
    case "refresh_token_not_found", "refresh_token_already_used", "session_not_found",
      "session_expired", "bad_jwt", "no_authorization", "PGRST301", "PGRST302", "PGRST303":
      return .signInAgain
    case "42501", "user_banned": return .server(.notAllowed(what: what))
    case "42P01", "42703", "42883", "PGRST200", "PGRST202", "PGRST204", "PGRST205",
      "NOT_FOUND":
      return .notThere(name(in: message) ?? what)
    case "23505": return .taken(what: what)
    // A row that refers to one that is gone, or an id that is none.
    case "23503", "22P02": return .server(.notFound(what: what))
    case "" where status == 401 && message.lowercased().contains("api key"): return .wrongKey
    default:
      // Statuses that say more than an unknown code.
      guard (400...499).contains(status), ![401, 403, 404, 410, 429].contains(status),
        !code.isEmpty
      else { return nil }
      return .refused(code: code, message: message)
    }
  }

  /// What is not there, as the words of PostgREST and of PostgreSQL have it in quotes.
  private static func name(in message: String) -> String? {
    for quote in ["'", "\""] as [Character] {
      let parts = message.split(separator: quote, omittingEmptySubsequences: false)
      if parts.count >= 3, !parts[1].isEmpty { return String(parts[1]) }
    }
    // column playlists.nothing does not exist
    let words = message.split(separator: " ")
    return words.count > 2 && words[0] == "column" ? String(words[1]) : nil
  }
}
