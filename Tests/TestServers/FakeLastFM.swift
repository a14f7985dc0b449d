import Foundation
import Music
import Synchronization

/// A service with the API of Last.fm for one user.
package final class FakeLastFM: Sendable {
  package struct State: Sendable {
    package var key: String
    package var secret: String
    package var session: String
    package var token = "token-for-signing-in"
    package var isGranted = false
    package var listens = StoredListens()
    package var playingNow: [String] = []
    package var loved: [String] = []
    package var faults: [ServiceFault] = []
    package var batches: [Int] = []
    /// Codes of listens that are ignored, by title.
    package var ignored: [String: Int] = [:]
    package var complaints: [String] = []
  }

  private let state: StateBox
  package let server: LoopbackServer

  private final class StateBox: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
  }

  package init(key: String, secret: String, session: String) throws {
    let state = StateBox(State(key: key, secret: secret, session: session))
    self.state = state
    server = try LoopbackServer { exchange in FakeLastFM.answer(exchange, state) }
  }

  package var address: String { "http://127.0.0.1:\(server.port)/2.0/" }

  package func with<Value>(_ body: (inout sending State) -> sending Value) -> sending Value {
    state.value.withLock(body)
  }

  private static func answer(_ exchange: Exchange, _ box: StateBox) -> Bool {
    let form = parameters(exchange.request.body)
    let method = form["method"] ?? ""
    var fault: ServiceFault?
    if method == "track.scrobble" {
      fault = box.value.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
    }
    if let fault, fault != .cutAfter { return exchange.answer(fault) }
    let (status, body) = box.value.withLock { state in take(method, form, &state) }
    if fault == .cutAfter { return exchange.cutAnswer() }
    return exchange.answer(status, [], Array(body.utf8))
  }

  private static func parameters(_ body: [UInt8]) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in String(decoding: body, as: UTF8.self).split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.removingPercentEncoding ?? "" }
      parameters[pair[0]] = pair.count > 1 ? pair[1] : ""
    }
    return parameters
  }

  private static func fault(_ code: Int, _ text: String) -> (Int, String) {
    (code == 14 || code == 9 ? 403 : 400, #"{"error": \#(code), "message": "\#(text)"}"#)
  }

  private static func take(
    _ method: String, _ form: [String: String], _ state: inout State
  ) -> (Int, String) {
    guard form["api_key"] == state.key else { return fault(10, "Invalid API key") }
    let signed =
      form.filter { $0.key != "api_sig" && $0.key != "format" }
      .sorted { $0.key < $1.key }.map { $0.key + $0.value }.joined() + state.secret
    guard form["api_sig"] == MD5.digest(of: Array(signed.utf8)) else {
      return fault(13, "Invalid method signature supplied")
    }
    switch method {
    case "auth.getToken": return (200, #"{"token": "\#(state.token)"}"#)
    case "auth.getSession":
      guard form["token"] == state.token else { return fault(4, "Invalid token") }
      guard state.isGranted else { return fault(14, "Unauthorized Token") }
      let session = #"{"name": "ola", "key": "\#(state.session)", "subscriber": 0}"#
      return (200, #"{"session": \#(session)}"#)
    default: break
    }
    guard form["sk"] == state.session else { return fault(9, "Invalid session key") }
    switch method {
    case "track.updateNowPlaying":
      state.playingNow.append(form["track"] ?? "")
      return (200, #"{"nowplaying": {"ignoredMessage": {"code": "0"}}}"#)
    case "track.love", "track.unlove":
      state.loved.append("\(method) \(form["artist"] ?? "") \(form["track"] ?? "")")
      return (200, "{}")
    case "track.scrobble": return scrobble(form, &state)
    default: return fault(3, "Invalid Method")
    }
  }

  private static func scrobble(
    _ form: [String: String], _ state: inout State
  ) -> (Int, String) {
    let count = form.keys.count { $0.hasPrefix("timestamp[") }
    if !(1...50).contains(count) { state.complaints.append("\(count) listens") }
    state.batches.append(count)
    let answers = (0..<count).map { index in
      let title = form["track[\(index)]"] ?? ""
      let code = state.ignored[title] ?? 0
      if code == 0 {
        state.listens.take(
          StoredListen(
            start: form["timestamp[\(index)]"].flatMap { Int64($0) } ?? 0,
            artist: form["artist[\(index)]"] ?? "", title: title))
      }
      return #"{"ignoredMessage": {"code": "\#(code)"}}"#
    }
    let scrobble = count == 1 ? answers[0] : "[\(answers.joined(separator: ","))]"
    return (200, #"{"scrobbles": {"@attr": {"accepted": 1}, "scrobble": \#(scrobble)}}"#)
  }
}
