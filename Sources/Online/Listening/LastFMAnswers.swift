/// The answer to `track.scrobble`: an object for one listen, an array for several.
struct ScrobbleAnswer: Decodable {
  struct Scrobbles: Decodable {
    /// The code of each listen; 0 for one that was accepted.
    let codes: [Int]

    private enum Keys: CodingKey { case scrobble }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      let several = try? values.decode([Scrobble].self, forKey: .scrobble)
      let scrobbles = try several ?? [values.decode(Scrobble.self, forKey: .scrobble)]
      codes = scrobbles.map(\.ignoredMessage.number)
    }
  }

  struct Scrobble: Decodable {
    var ignoredMessage: Ignored
  }

  struct Ignored: Decodable {
    let number: Int

    private enum Keys: CodingKey { case code }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      // Servers of the same kind write it as a number.
      if let text = try? values.decode(String.self, forKey: .code), let code = Int(text) {
        number = code
      } else {
        number = try values.decode(Int.self, forKey: .code)
      }
    }
  }

  var scrobbles: Scrobbles
}

/// Codes of Last.fm (last.fm/api/errorcodes, last.fm/api/show/track.scrobble).
enum LastFMCode {
  static func verdict(ofIgnored code: Int) -> Submission.Verdict {
    switch code {
    case 0: .accepted
    case 1: .ignored(reason: "the service ignores the artist")
    case 2: .ignored(reason: "the service ignores the track")
    case 3: .ignored(reason: "the listen is too old")
    case 4: .ignored(reason: "the listen lies in the future: check this machine's clock")
    case 5: .later(reason: "the service takes no more listens today")
    default: .ignored(reason: "the service ignores it (\(code))")
    }
  }

  static func error(
    _ code: Int, said: String, host: String, retryAfter: Duration?
  ) -> ScrobbleError {
    let reason = "\(host): \(said.isEmpty ? "error" : said) (\(code))"
    return switch code {
    // Authentication, session, API key, signature, account.
    case 4, 9, 10, 13, 17, 26: .notSignedIn(reason: reason)
    case 14: .notGranted
    // The token for signing in is over.
    case 15: .notSignedIn(reason: reason)
    // Parameters, or a resource that is not there.
    case 6, 7: .refused(reason: reason)
    case 2, 3: .noSuchMethod(reason: reason)
    // Faults of the service, and its limit.
    default: .unavailable(reason: reason, retryAfter: retryAfter)
    }
  }
}
