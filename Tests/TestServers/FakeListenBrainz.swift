import Foundation
import Synchronization

/// A service with the API of ListenBrainz for one user.
package final class FakeListenBrainz: Sendable {
  package struct State: Sendable {
    package var token: String
    package var user = "ola"
    package var listens = StoredListens()
    package var playingNow: [String] = []
    /// Scores by recording.
    package var feedback: [String] = []
    /// Faults of the next requests that send something.
    package var faults: [ServiceFault] = []
    package var batches: [Int] = []
    /// Whether the rest of a batch behind a duplicate is confirmed and not taken, as by Maloja.
    package var stopsAtDuplicates = false
    /// The recordings that a look-up finds, by title.
    package var recordings: [String: String] = [:]
    /// Faults of what was sent, which are those of the client.
    package var complaints: [String] = []
  }

  package static let msid = "7f3d82ee-3817-4367-9eec-f33a312247a1"

  private let state: StateBox
  package let server: LoopbackServer

  private final class StateBox: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
  }

  package init(token: String) throws {
    let state = StateBox(State(token: token))
    self.state = state
    server = try LoopbackServer { exchange in
      FakeListenBrainz.answer(exchange, state)
    }
  }

  package var address: String { "http://127.0.0.1:\(server.port)" }

  package func with<Value>(_ body: (inout sending State) -> sending Value) -> sending Value {
    state.value.withLock(body)
  }

  private static func answer(_ exchange: Exchange, _ box: StateBox) -> Bool {
    let request = exchange.request
    let path = request.target.prefix { $0 != "?" }
    let isRight = request.value(of: "Authorization") == "Token \(box.value.withLock(\.token))"
    if path == "/1/validate-token" {
      let user = box.value.withLock(\.user)
      let body =
        isRight
        ? #"{"code": 200, "message": "Token valid.", "valid": true, "user_name": "\#(user)"}"#
        : #"{"code": 200, "message": "Token invalid.", "valid": false}"#
      return exchange.answer(200, [], Array(body.utf8))
    }
    let fault = box.value.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
    if let fault, fault != .cutAfter { return exchange.answer(fault) }
    guard isRight else {
      return exchange.answer(
        401, [], Array(#"{"code": 401, "error": "Invalid authorization token."}"#.utf8))
    }
    let answer = box.value.withLock { state in take(request, path, &state) }
    if fault == .cutAfter { return exchange.cutAnswer() }
    return exchange.answer(answer.0, [], Array(answer.1.utf8))
  }

  private static func take(
    _ request: ReceivedRequest, _ path: Substring, _ state: inout State
  ) -> (Int, String) {
    if path == "/1/metadata/lookup" {
      let items = URLComponents(string: request.target)?.queryItems ?? []
      let title = items.first { $0.name == "recording_name" }?.value ?? ""
      return (200, state.recordings[title].map { #"{"recording_mbid": "\#($0)"}"# } ?? "{}")
    }
    guard
      let object = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
    else { return (400, #"{"code": 400, "error": "Cannot parse JSON document."}"#) }
    if path == "/1/feedback/recording-feedback" {
      let id = object["recording_mbid"] ?? object["recording_msid"] ?? ""
      state.feedback.append("\(object["score"] ?? "") \(id)")
      return (200, #"{"status": "ok"}"#)
    }
    guard path == "/1/submit-listens" else { return (404, "{}") }
    return submit(object, &state)
  }

  private static func submit(_ object: [String: Any], _ state: inout State) -> (Int, String) {
    let type = object["listen_type"] as? String
    let payload = object["payload"] as? [[String: Any]] ?? []
    if payload.isEmpty || (type != "import" && payload.count != 1) || payload.count > 1000 {
      state.complaints.append("\(payload.count) of \(type ?? "no type")")
    }
    for listen in payload {
      let track = listen["track_metadata"] as? [String: Any] ?? [:]
      let artist = track["artist_name"] as? String ?? ""
      let title = track["track_name"] as? String ?? ""
      let size = (try? JSONSerialization.data(withJSONObject: listen).count) ?? 0
      if artist.isEmpty || title.isEmpty || size > 10_240 {
        state.complaints.append("a listen of \(size) bytes by “\(artist)”")
      }
      if title == "refused" {
        return (400, #"{"code": 400, "error": "JSON document is invalid."}"#)
      }
      if type == "playing_now" {
        if listen["listened_at"] != nil { state.complaints.append("playing now has a time") }
        state.playingNow.append(title)
      } else if let start = listen["listened_at"] as? Int64 {
        let isNew = state.listens.take(StoredListen(start: start, artist: artist, title: title))
        if !isNew, state.stopsAtDuplicates { break }
      } else {
        state.complaints.append("a listen has no time")
      }
    }
    if type != "playing_now" { state.batches.append(payload.count) }
    let isAsked = object["return_msid"] as? Bool == true
    let id = isAsked ? #", "recording_msid": "\#(msid)""# : ""
    return (200, #"{"status": "ok"\#(id)}"#)
  }
}
