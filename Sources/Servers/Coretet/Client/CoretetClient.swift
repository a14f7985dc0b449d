package import HTTP
internal import Music

/// The calls of a project for whoever is signed in.
///
/// Tokens go out in headers alone, and to the project's own origin alone.
package struct CoretetClient: Sendable {
  /// Also for the requests of files that this makes.
  package let http: HTTPClient
  package let project: CoretetProject
  package let session: CoretetSession
  let timing: ServerTiming
  let shapes = CoretetShapes()
  let clock = ServerClock()
  let sounds: CoretetSounds

  /// Rows of one answer, of which a project sends a thousand at most.
  static let pageSize = 1_000
  /// Of answers with whole tracks.
  static let largeBody: Int64 = 32 << 20
  private static let smallBody: Int64 = 4 << 20
  private static let time: Duration = .seconds(60)
  /// The pause before each further try after a fault that may pass.
  private static let pauses: [Duration] = [.seconds(1), .seconds(3)]
  /// The longest pause asked for by the project that is waited for.
  private static let longestPause: Duration = .seconds(60)

  package init(
    _ http: HTTPClient, _ project: CoretetProject, session: CoretetSession,
    timing: ServerTiming = ServerTiming()
  ) {
    self.http = http
    self.project = project
    self.session = session
    self.timing = timing
    sounds = CoretetSounds(timing: timing)
  }

  var names: CoretetNames { project.names }

  /// Who is signed in.
  func identity() async throws(CoretetError) -> CoretetIdentity {
    try await session.access().identity
  }

  /// A call of the project.
  struct Call {
    var method = HTTPMethod.get
    var path: [String]
    var query: [HTTPURL.Item] = []
    /// The header `Prefer`.
    var prefer: [String] = []
    var body: HTTPBody?
    /// What it is about, in messages.
    var what: String
    /// Whether it is made again after a fault that may pass; the queue of changes has pauses of its
    /// own.
    var isRepeated = true
    var bodyLimit = CoretetClient.smallBody

    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
      query.append(HTTPURL.Item(name, String(describing: value)))
    }
  }

  /// A call of a table.
  func call(
    _ method: HTTPMethod = .get, _ table: CoretetNames.Table, _ what: String
  ) -> Call {
    Call(method: method, path: ["rest", "v1", names[table]], what: what)
  }

  @discardableResult
  func response(to call: Call) async throws(CoretetError) -> HTTPResponse {
    var access = try await session.access()
    var isRenewed = false
    var pauses = (call.isRepeated ? Self.pauses : [])[...]
    while true {
      let fault: CoretetError
      var asked = Duration.zero
      switch await sent(call, access) {
      case .success(let response):
        if response.isSuccess { return response }
        fault = CoretetError(response, what: call.what, now: timing.now())
        asked = response.head.retryAfter() ?? .zero
      case .failure(let error): fault = error
      }
      if fault == .signInAgain {
        guard !isRenewed else { throw fault }
        access = try await session.renewal(inPlaceOf: access.token)
        isRenewed = true
        continue
      }
      guard fault.isTemporary, let pause = pauses.popFirst(), asked <= Self.longestPause else {
        throw fault
      }
      do { try await timing.wait(max(asked, timing.jittered(pause))) } catch {
        throw .server(error)
      }
    }
  }

  private func sent(
    _ call: Call, _ access: CoretetAccess
  ) async -> Result<HTTPResponse, CoretetError> {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await http.response(to: request(call, access))
    } catch { return .failure(CoretetError(error, what: call.what, now: timing.now())) }
    do throws(ServerError) { try response.head.requireOrigin(of: project.root) } catch {
      return .failure(.server(error))
    }
    clock.learn(response.head, now: timing.now() * 1000)
    return .success(response)
  }

  private func request(_ call: Call, _ access: CoretetAccess) -> HTTPRequest {
    let url = call.path.reduce(project.root) { $0.appending($1) }.adding(call.query)
    var request = HTTPRequest(
      call.method, url, headers: [project.keyHeader, access.header], body: call.body)
    if !call.prefer.isEmpty {
      request.headers.append(HTTPHeader("Prefer", call.prefer.joined(separator: ",")))
    }
    request.bodyLimit = call.bodyLimit
    request.time = Self.time
    return request
  }

  func body(_ value: some Encodable) throws(CoretetError) -> HTTPBody {
    do { return try .json(value) } catch {
      throw CoretetError(error, what: "the request", now: timing.now())
    }
  }

  /// Refuses an id that is none before it becomes part of a request.
  func valid(_ id: String, _ what: String) throws(CoretetError) -> String {
    guard let id = CoretetID.valid(id) else { throw .server(.notFound(what: what)) }
    return id
  }

  // MARK: Rows

  /// All rows of a call, in pages.
  ///
  /// - Returns: Nil where rows came or went between the pages.
  private func pages(
    _ call: Call, _ table: CoretetNames.Table, most: Int
  ) async throws(CoretetError) -> [CoretetRow]? {
    var rows: [CoretetRow] = []
    var total: Int?
    while true {
      var page = call
      page.add("limit", Self.pageSize)
      if rows.isEmpty { page.prefer.append("count=exact") } else { page.add("offset", rows.count) }
      let response: HTTPResponse
      do { response = try await self.response(to: page) } catch {
        // There are fewer rows than those that were read.
        guard case .refused(code: "PGRST103", _) = error else { throw error }
        return nil
      }
      let found = try response.rows(names, table)
      if rows.isEmpty { total = response.total }
      rows += found
      guard rows.count <= most else { throw .server(.tooLarge) }
      // A project may send fewer at once than were asked for.
      guard !found.isEmpty, rows.count < total ?? (found.count < Self.pageSize ? 0 : .max) else {
        break
      }
    }
    guard rows.count > Self.pageSize else { return rows }
    let isSteady = total.map { $0 == rows.count } ?? true
    return isSteady && Set(rows.map(\.key)).count == rows.count ? rows : nil
  }

  /// The same once more where rows came or went between the pages.
  func steadyPages(
    _ call: Call, _ table: CoretetNames.Table, most: Int
  ) async throws(CoretetError) -> [CoretetRow] {
    for _ in 0..<3 {
      if let rows = try await pages(call, table, most: most) { return rows }
    }
    throw .server(.unreachable(reason: "\(call.what) changes while it is read: try again"))
  }
}
