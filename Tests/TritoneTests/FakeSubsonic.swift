import Foundation
import HTTP
import Music
import Servers
import Synchronization
import TestServers

/// A Subsonic server on 127.0.0.1 that holds playlists and marks, and counts what it was told.
final class FakeSubsonic: Sendable {
  struct State: Sendable {
    /// Ids of the tracks that a search finds.
    var songs: [String] = []
    /// Bytes of songs; of others the server does not say.
    var sizes: [String: Int] = [:]
    /// Names and tracks by their ids.
    var playlists: [String: (name: String, tracks: [String])] = [:]
    var ratings: [String: String] = [:]
    var loved: [String] = []
    /// Seconds of songs; of others the server does not say.
    var lengths: [String: Int] = [:]
    /// Milliseconds of bookmarks, and when they were set, by tracks.
    var bookmarks: [String: (position: Int, changed: String)] = [:]
    /// The time that new bookmarks get.
    var clock = "2030-01-01T00:00:00Z"
    /// The saved queue, and the position in its current track.
    var queue: [String] = []
    var position: String?
    /// Tracks of plays, in the order in which they were told.
    var plays: [String] = []
    /// Codes of errors that calls are answered with.
    var refusals: [String: Int] = [:]
    /// Calls that break off once so many of them were answered.
    var breaks: [String: Int] = [:]
    var calls: [String] = []
    fileprivate var version = 0
  }

  private final class Held: Sendable { let state = Mutex(State()) }

  private let held: Held
  let server: LoopbackServer

  init() throws {
    let held = Held()
    self.held = held
    server = try LoopbackServer { exchange in
      held.state.withLock { Self.answer(exchange, &$0) }
    }
  }

  var address: String { "http://127.0.0.1:\(server.port)" }

  func with<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    held.state.withLock { body(&$0) }
  }

  /// How often a call was made.
  func count(of call: String) -> Int { with { state in state.calls.count { $0 == call } } }

  func client() throws -> SubsonicClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    return SubsonicClient(
      HTTPClient(configuration), at: try ServerLocation(address),
      credentials: .password(user: "ola", Secret("s3cr3t")))
  }

  // MARK: Answers

  private static func answer(_ exchange: Exchange, _ state: inout State) -> Bool {
    let target = exchange.request.target.split(separator: "?", maxSplits: 1)
    let path = String(target.first?.split(separator: "/").last ?? "")
    let call = path.replacing(".view", with: "")
    var items = items(String(decoding: exchange.request.body, as: UTF8.self))
    if target.count > 1 { items += Self.items(String(target[1])) }
    state.calls.append(call)
    if let rest = state.breaks[call] {
      guard rest > 0 else { return exchange.answer(500) }
      state.breaks[call] = rest - 1
    }
    if let code = state.refusals[call] {
      let error = #""status":"failed","error":{"code":\#(code),"message":"no"}"#
      return send(error, exchange)
    }
    let found = contents(call, items, &state)
    return send(#""status":"ok","# + found, exchange)
  }

  private static func send(_ fields: String, _ exchange: Exchange) -> Bool {
    let text = #"{"subsonic-response":{\#(fields.trimmingComma),"version":"1.16.1"}}"#
    return exchange.answer(200, ["Content-Type: application/json"], Array(text.utf8))
  }

  private static func contents(
    _ call: String, _ items: [(name: String, value: String)], _ state: inout State
  ) -> String {
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
    let id = all("id").first ?? ""
    switch call {
    case "getPlaylists":
      let lists = state.playlists.keys.sorted().map { playlist($0, state, withTracks: false) }
      return #""playlists":{"playlist":[\#(lists.joined(separator: ","))]}"#
    case "getPlaylist": return #""playlist":\#(playlist(id, state, withTracks: true))"#
    case "createPlaylist":
      state.version += 1
      let list = all("playlistId").first ?? "made \(state.version)"
      let name = all("name").first ?? state.playlists[list]?.name ?? ""
      state.playlists[list] = (name, all("songId"))
      return #""playlist":\#(playlist(list, state, withTracks: true))"#
    case "updatePlaylist":
      state.version += 1
      let list = all("playlistId").first ?? ""
      if let name = all("name").first { state.playlists[list]?.name = name }
      state.playlists[list]?.tracks += all("songIdToAdd")
      let removed = Set(all("songIndexToRemove").compactMap { Int($0) })
      if let tracks = state.playlists[list]?.tracks {
        state.playlists[list]?.tracks = tracks.indices.filter { !removed.contains($0) }
          .map { tracks[$0] }
      }
      return ""
    case "deletePlaylist":
      state.playlists[id] = nil
      return ""
    case "setRating":
      state.ratings[id] = all("rating").first
      return ""
    case "star", "unstar":
      state.loved.removeAll { $0 == id }
      if call == "star" { state.loved.append(id) }
      return ""
    case "savePlayQueue":
      state.queue = all("id")
      state.position = all("position").first
      return ""
    case "createBookmark":
      state.bookmarks[id] = (all("position").first.flatMap { Int($0) } ?? -1, state.clock)
      return ""
    case "deleteBookmark":
      state.bookmarks[id] = nil
      return ""
    case "getBookmarks":
      let marks = state.bookmarks.sorted { $0.key < $1.key }.map { id, mark in
        #"{"entry":\#(song(id, state)),"position":\#(mark.position),"username":"ola","#
          + #""created":"2020-01-01T00:00:00Z","changed":"\#(mark.changed)"}"#
      }
      return #""bookmarks":{"bookmark":[\#(marks.joined(separator: ","))]}"#
    case "scrobble":
      state.plays.append(id)
      return ""
    case "getStarred2":
      let songs = state.loved.map { song($0, state) }
      return #""starred2":{"song":[\#(songs.joined(separator: ","))]}"#
    case "getScanStatus": return #""scanStatus":{"scanning":false,"count":1,"lastScan":"then"}"#
    case "getSong":
      return state.songs.contains(id) ? #""song":\#(song(id, state))"# : ""
    case "search3":
      let songs = all("songOffset").first == "0" ? state.songs.map { song($0, state) } : []
      return #""searchResult3":{"song":[\#(songs.joined(separator: ","))]}"#
    default: return ""
    }
  }

  private static func song(_ id: String, _ state: State) -> String {
    let starred = state.loved.contains(id) ? #","starred":"2024-01-01T00:00:00Z""# : ""
    let rating = state.ratings[id] ?? "0"
    let size = state.sizes[id].map { #","size":\#($0)"# } ?? ""
    let length = state.lengths[id].map { #","duration":\#($0)"# } ?? ""
    return #"{"id":"\#(id)","title":"T \#(id)","artist":"Ann","userRating":\#(rating)"#
      + starred + size + length + "}"
  }

  private static func playlist(_ id: String, _ state: State, withTracks: Bool) -> String {
    let list = state.playlists[id] ?? ("", [])
    let entries = withTracks ? list.tracks.map { #"{"id":"\#($0)"}"# } : []
    return #"{"id":"\#(id)","name":"\#(list.name)","owner":"ola","changed":"\#(state.version)","#
      + #""entry":[\#(entries.joined(separator: ","))]}"#
  }

  private static func items(_ query: String) -> [(name: String, value: String)] {
    query.split(separator: "&").compactMap { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let value = parts[1].replacing("+", with: " ")
      return (String(parts[0]), value.removingPercentEncoding ?? String(value))
    }
  }
}

extension String {
  fileprivate var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
