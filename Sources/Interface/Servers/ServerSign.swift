import Music
import Screen

/// Where a track of a server is: there only, or on this disk, too.
enum ServerSign: Equatable {
  case there, here

  /// One column.
  var text: String {
    switch self {
    case .there: "△"
    case .here: "▼"
    }
  }

  var face: Face {
    switch self {
    case .there: .dimmed
    case .here: .success
    }
  }
}

extension App {
  /// Nil for tracks that are on no server.
  func serverSign(of track: Track) -> ServerSign? {
    guard case .server = track.source else { return nil }
    return servers.onDisk[track.id] == true ? .here : .there
  }

  /// "on Home", "on Home and this disk"; nil for tracks that are on no server.
  func serverWords(of track: Track) -> String? {
    guard case .server(let address) = track.source else { return nil }
    let name = servers.name(of: address.server) ?? "a server"
    return "on \(name)" + (servers.onDisk[track.id] == true ? " and this disk" : "")
  }

  /// Asks for the signs of tracks that show, and of those that play.
  mutating func missingOnDisk() -> [Effect] {
    if servers.items?.isEmpty == true { return [] }
    let slots = browsing.visibleSlots
    var shown = playing.loadedTracks
    for slot in slots {
      let list = browsing[slot]
      shown += (0..<browsing.height(of: slot)).compactMap { list.window[list.top + $0]?.track }
    }
    let tracks = shown.compactMap { track in
      if case .server = track.source { track.id } else { nil }
    }
    guard !tracks.isEmpty else { return [] }
    let missing = servers.onDisk.missing(tracks)
    return missing.isEmpty ? [] : [.servers(.findOnDisk(missing))]
  }
}
