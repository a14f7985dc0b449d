package import HTTP
internal import JSON
internal import Music

/// Signed addresses of tracks, each of which counts for an hour.
actor CoretetSounds {
  private let timing: ServerTiming
  private var addresses: [String: Signed] = [:]
  private var asked: [String: Task<Result<HTTPURL, CoretetError>, Never>] = [:]

  private struct Signed {
    var url: HTTPURL
    /// Unix time in seconds of this machine's clock at which another one is asked for.
    var renewal: Int64
  }

  /// Seconds, which are asked for where that is possible.
  static let lifetime: Int64 = 3_600
  /// Seconds before the end at which another address is asked for.
  private static let margin: Int64 = 300
  /// Addresses that are kept.
  private static let most = 1_000

  init(timing: ServerTiming) { self.timing = timing }

  /// The address of a track, asked for once for all that wait.
  ///
  /// - Parameter refused: an address that did not count any longer.
  func address(
    of track: String, inPlaceOf refused: HTTPURL? = nil,
    _ ask: @escaping @Sendable () async -> Result<HTTPURL, CoretetError>
  ) async throws(CoretetError) -> HTTPURL {
    if let signed = addresses[track], signed.url != refused, timing.now() < signed.renewal {
      return signed.url
    }
    if let asked = asked[track] { return try await asked.value.get() }
    let task = Task { await ask() }
    asked[track] = task
    let begun = timing.now()
    let result = await task.value
    asked[track] = nil
    if case .success(let url) = result {
      if addresses.count >= Self.most { addresses = [:] }
      addresses[track] = Signed(url: url, renewal: begun + Self.lifetime - Self.margin)
    }
    return try result.get()
  }
}

extension CoretetClient {
  /// The request for a track's sound, to which a caller adds its range. It has the right in its
  /// query, which no text of it shows, and no header with a token.
  package func fileRequest(_ track: CoretetTrack) async throws(CoretetError) -> HTTPRequest {
    try await fileRequest(track.id, path: track.path)
  }

  /// - Parameter path: in the storage, where it is known: for projects without a function for
  ///   addresses, and for collaborators.
  package func fileRequest(
    _ track: String, path: String?
  ) async throws(CoretetError) -> HTTPRequest {
    HTTPRequest(try await address(of: track, path, inPlaceOf: nil))
  }

  /// The same request with a new address, in place of one that was refused.
  package func renewed(
    _ refused: HTTPRequest, _ track: String, path: String?
  ) async throws(CoretetError) -> HTTPRequest {
    var request = refused
    request.url = try await address(of: track, path, inPlaceOf: refused.url)
    return request
  }

  private func address(
    of track: String, _ path: String?, inPlaceOf refused: HTTPURL?
  ) async throws(CoretetError) -> HTTPURL {
    let track = try valid(track, "the track")
    return try await sounds.address(of: track, inPlaceOf: refused) {
      do throws(CoretetError) {
        return .success(try await self.signed(track, path))
      } catch { return .failure(error) }
    }
  }

  private func signed(_ track: String, _ path: String?) async throws(CoretetError) -> HTTPURL {
    if try await identity().isUser {
      let name = names[.address]
      let found = try await ifThere(name) { () throws(CoretetError) in
        try await self.addressByFunction(name, track)
      }
      if let found { return found }
    }
    guard let path else { throw .server(.notFound(what: "the track's sound")) }
    return try await addressByStorage(path)
  }

  private func addressByFunction(
    _ name: String, _ track: String
  ) async throws(CoretetError) -> HTTPURL {
    let call = Call(
      method: .post, path: ["functions", "v1", name], body: try body(["trackId": track]),
      what: "the track")
    return try await address(response(to: call).json()["url"]?.text)
  }

  private func addressByStorage(_ path: String) async throws(CoretetError) -> HTTPURL {
    let parts = path.split(separator: "/").map(String.init)
    let call = Call(
      method: .post, path: ["storage", "v1", "object", "sign", names.bucket] + parts,
      body: try body(["expiresIn": CoretetSounds.lifetime]), what: "the track's sound")
    let node = try await response(to: call).json()
    guard let relative = (node["signedURL"] ?? node["signedUrl"])?.text else {
      throw .server(.badAnswer(reason: "no address"))
    }
    // From the root of the storage on.
    let base = project.root.appending("storage", "v1").requestText
    return try address(relative.hasPrefix("/") ? base + relative : relative)
  }

  private func address(_ text: String?) throws(CoretetError) -> HTTPURL {
    guard let text, let url = try? HTTPURL(text),
      // The right to hear it must not cross a network in the clear if the sign-in does not.
      url.isSecure || !project.root.isSecure
    else { throw .server(.badAnswer(reason: "no address of a sound")) }
    return url
  }
}
