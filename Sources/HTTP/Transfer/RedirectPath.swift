/// The addresses of a request that is redirected, and the rules for them.
struct RedirectPath {
  /// The request to send next.
  private(set) var request: HTTPRequest
  /// Redirects so far.
  private(set) var count = 0
  private let limit: Int
  private var visited: Set<HTTPURL>

  init(_ request: HTTPRequest, limit: Int) {
    self.request = request
    self.limit = limit
    visited = [request.url]
  }

  /// Takes the next address, or refuses it.
  mutating func follow(_ location: String, status: Int) throws(HTTPError) {
    let from = request.url
    let place = from.description
    guard count < limit else { throw .tooManyRedirects(place) }
    count += 1
    var target: HTTPURL
    do {
      target = try from.resolving(location)
    } catch {
      guard case .invalidURL(let reason) = error else { throw error }
      throw .forbiddenRedirect(place, reason: "it \(reason)")
    }
    guard target.isSecure || !from.isSecure else {
      throw .forbiddenRedirect(place, reason: "it is not encrypted")
    }
    let isSameOrigin = target.origin == from.origin
    guard isSameOrigin || !request.staysOnOrigin else {
      throw .forbiddenRedirect(place, reason: "it is on another server")
    }
    if !request.method.isSafe {
      switch status {
      case 303:
        // The answer to what was sent lies there (RFC 9110, section 15.4.4).
        request.method = .get
        request.body = nil
        request.headers.removeAll { $0.isNamed("Content-Type") }
        visited = []
      case 307, 308:
        guard isSameOrigin else {
          throw .forbiddenRedirect(place, reason: "what was sent is not for another server")
        }
      default:
        throw .forbiddenRedirect(place, reason: "what was sent would be lost")
      }
    }
    guard visited.insert(target).inserted else { throw .redirectCircle(place) }
    // Also for the rest of the path: the other server may not send them back by a path of its choice.
    if !isSameOrigin { request.headers.removeAll { $0.isSecret } }
    request.url = target
  }
}
