import Music

/// A station's playlist in place of its stream: M3U or PLS.
enum StreamPlaylist {
  /// Whether the server or the address announces a playlist.
  static func isAnnounced(_ address: StreamAddress, mime: String?) -> Bool {
    let mime = mime.map { $0.lowercased().prefix { $0 != ";" && $0 != " " } } ?? ""
    let kinds = [
      "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "audio/x-scpls", "audio/scpls",
      "application/pls+xml",
    ]
    if kinds.contains(String(mime)) { return true }
    guard !mime.hasPrefix("audio/"), !mime.hasPrefix("application/vnd.apple") else { return false }
    let name = address.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".m3u", ".m3u8", ".pls"].contains { name.hasSuffix($0) }
  }

  /// Whether the playlist holds whole streams, not the segments of one (HLS).
  static func isPlain(_ text: String) -> Bool { !text.contains("#EXT-X-") }

  /// The first http or https address in the playlist.
  static func firstAddress(_ text: String) -> StreamAddress? {
    for line in text.split(whereSeparator: \.isNewline) {
      var entry = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
      if entry.lowercased().hasPrefix("file"), let equals = entry.firstIndex(of: "=") {
        entry = entry[entry.index(after: equals)...].drop { $0 == " " }
      }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if let address = StreamAddress(String(entry)) { return address }
    }
    return nil
  }
}
