import ArgumentParser
import Foundation
import Synchronization
import TestServers

/// A stand-in for an OpenSubsonic server with songs that are made up, in a process of its own, so
/// that neither its memory nor its processor time is that of the client.
struct StandInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stand-in", abstract: "Be a server until standard input ends.",
    shouldDisplay: false)

  @Option var songs = 100_000
  /// The file that every song has.
  @Option var file: String?

  private static let songsOfAlbum = 12
  private static let types = [
    "flac": "audio/flac", "m4a": "audio/mp4", "ogg": "audio/ogg", "opus": "audio/ogg",
  ]

  func run() throws {
    let songs = songs
    let bytes = try file.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) } ?? []
    let type = Self.types[file?.split(separator: ".").last.map(String.init) ?? ""] ?? "audio/mpeg"
    let server = try LoopbackServer { Self.answer($0, songs, bytes, type) }
    print(server.port)
    fflush(nil)
    while readLine() != nil {}
    withExtendedLifetime(server) {}
  }

  private static func answer(
    _ exchange: Exchange, _ songs: Int, _ file: [UInt8], _ type: String
  ) -> Bool {
    let parts = exchange.request.target.split(separator: "?", maxSplits: 1)
    let call = parts.first?.split(separator: "/").last?.replacing(".view", with: "") ?? ""
    let text = String(decoding: exchange.request.body, as: UTF8.self)
    let items = text + "&" + (parts.count > 1 ? String(parts[1]) : "")
    func number(_ name: String) -> Int {
      let item = items.split(separator: "&").first { $0.hasPrefix(name + "=") }
      return item.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    let albums = (songs + songsOfAlbum - 1) / songsOfAlbum
    switch call {
    case "search3":
      let range = part(number("songOffset"), number("songCount"), of: songs)
      return answer(
        exchange, "searchResult3", "song", range.map { song($0) })
    case "getAlbumList2":
      let range = part(number("offset"), number("size"), of: albums)
      return answer(exchange, "albumList2", "album", range.map { album($0, of: songs) })
    case "getScanStatus":
      return answer(exchange, #""scanStatus":{"scanning":false,"count":\#(songs)}"#)
    case "stream": return sound(exchange, file, type)
    default: return answer(exchange, #""openSubsonic":true"#)
    }
  }

  private static func part(_ start: Int, _ count: Int, of all: Int) -> Range<Int> {
    min(start, all)..<min(start + count, all)
  }

  private static func answer(
    _ exchange: Exchange, _ name: String, _ element: String, _ elements: [String]
  ) -> Bool {
    answer(exchange, #""\#(name)":{"\#(element)":[\#(elements.joined(separator: ","))]}"#)
  }

  private static func answer(_ exchange: Exchange, _ fields: String) -> Bool {
    let text =
      #"{"subsonic-response":{"status":"ok","version":"1.16.1","type":"stand-in",\#(fields)}}"#
    return exchange.answer(200, ["Content-Type: application/json"], Array(text.utf8))
  }

  /// As Navidrome writes one.
  private static func song(_ index: Int) -> String {
    let album = index / songsOfAlbum
    return #"{"id":"0123456789abcdef01234567\#(index)","parent":"al\#(album)","isDir":false,"#
      + #""title":"The Song of Number \#(index)","album":"Album \#(album)","#
      + #""artist":"Artist \#(album / 8)","track":\#(index % songsOfAlbum + 1),"year":1990,"#
      + #""genre":"Rock","coverArt":"mf-\#(index)","size":\#(8_000_000 + index),"#
      + #""contentType":"audio/flac","suffix":"flac","duration":\#(200 + index % 100),"#
      + #""bitRate":900,"path":"Artist \#(album / 8)/Album \#(album)/\#(index).flac","#
      + #""discNumber":1,"created":"2024-01-01T00:00:00Z","albumId":"al\#(album)","#
      + #""artistId":"ar\#(album / 8)","type":"music","isVideo":false,"bpm":0,"channelCount":2,"#
      + #""samplingRate":44100,"bitDepth":16,"replayGain":{"trackGain":-7.5,"trackPeak":0.98}}"#
  }

  private static func album(_ index: Int, of songs: Int) -> String {
    let count = part(index * songsOfAlbum, songsOfAlbum, of: songs).count
    return #"{"id":"al\#(index)","name":"Album \#(index)","artist":"Artist \#(index / 8)","#
      + #""songCount":\#(count),"duration":2400,"created":"2024-01-01T00:00:00Z"}"#
  }

  private static func sound(_ exchange: Exchange, _ file: [UInt8], _ type: String) -> Bool {
    var headers = ["Content-Type: \(type)", "ETag: \"one\"", "Accept-Ranges: bytes"]
    let range = exchange.request.value(of: "Range")?.dropFirst("bytes=".count)
      .split(separator: "-")
    guard let start = range?.first.flatMap({ Int($0) }), start < file.count else {
      return exchange.answer(200, headers, file)
    }
    let last = min(file.count - 1, range?.dropFirst().first.flatMap { Int($0) } ?? .max)
    headers.append("Content-Range: bytes \(start)-\(last)/\(file.count)")
    return exchange.answer(206, headers, Array(file[start...last]))
  }
}
