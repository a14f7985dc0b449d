import Music

/// A playlist as an M3U file for players on a device.
enum DeviceList {
  /// In order: `#EXTM3U` first, UTF-8 without a byte order mark, paths relative to the file's folder.
  static func bytes(of playlist: DevicePlaylist, _ tracks: [DeviceTrackID: DeviceTrack]) -> [UInt8]
  {
    var bytes = Array("#EXTM3U\n".utf8)
    for id in playlist.tracks {
      guard let track = tracks[id], isLine(track.path.bytes) else { continue }
      let seconds =
        track.duration.isFinite && track.duration >= 0.5 && track.duration < 1e9
        ? Int(track.duration.rounded()) : -1
      let name = [track.artist, track.title].compactMap { $0.map(line) }.filter { !$0.isEmpty }
        .joined(separator: " - ")
      bytes += Array("#EXTINF:\(seconds),\(name)\n../\(DeviceLayout.music.text)/".utf8)
      bytes += track.path.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func isLine(_ path: [UInt8]) -> Bool {
    !path.isEmpty && !path.contains { $0 < 0x20 }
  }

  /// A text of a tag as a part of a line.
  private static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let shown = scalar.displayable
      // Marks of direction turn the rest of a line around.
      let turns =
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      if !turns { scalars.append(shown) }
    }
    return String(scalars).trimmed()
  }

  // MARK: Reading

  static let maximumBytes = 64 << 20
  static let maximumEntries = 1_000_000
  private static let maximumLine = 16 << 10

  /// The entries of a file, as components of paths; nil for anything but a list.
  static func entries(_ bytes: [UInt8]) -> [[String]]? {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = bytes.dropFirst(hasMark ? 3 : 0)
    guard !text.contains(0) else { return nil }
    var entries: [[String]] = []
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.count <= maximumLine, entries.count < maximumEntries else { return nil }
      let entry = String(decoding: line, as: UTF8.self).trimmed()
      if entry.isEmpty || entry.hasPrefix("#") { continue }
      entries.append(components(entry))
    }
    return entries
  }

  /// The components of a path as any player writes it: relative or absolute, of Windows or Android,
  /// or a URI.
  private static func components(_ entry: String) -> [String] {
    var path = entry
    if path.prefix(5).lowercased() == "file:" { path = decoded(path.dropFirst(5)) }
    path = path.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")
    return path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = Character(Unicode.Scalar(source[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(source[index + 2])).hexDigitValue
      {
        bytes.append(UInt8(high << 4 | low))
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Finds the tracks of a device by paths as other players write them.
struct ListedTracks {
  private struct Candidate {
    var components: [String]
    var id: DeviceTrackID
  }

  private var byName: [String: [Candidate]] = [:]
  /// Tracks of one name that are compared; albums have one "01.mp3" each.
  private static let maximumCandidates = 5_000

  init(_ tracks: [DeviceTrack]) {
    for track in tracks {
      let components = track.path.text.split(separator: "/").map { String($0) }
      guard let name = components.last else { continue }
      byName[ListedTracks.folded(name), default: []].append(
        Candidate(components: components, id: track.id))
    }
  }

  /// The track whose path has the longest end in common with an entry; nil where two have.
  func track(at entry: [String]) -> DeviceTrackID? {
    guard let name = entry.last, let candidates = byName[ListedTracks.folded(name)],
      candidates.count <= ListedTracks.maximumCandidates
    else { return nil }
    var best: (common: Int, isWhole: Bool, ids: [DeviceTrackID]) = (0, false, [])
    for candidate in candidates {
      let common = zip(candidate.components.reversed(), entry.reversed()).prefix {
        ListedTracks.folded($0) == ListedTracks.folded($1)
      }.count
      let isWhole = common == candidate.components.count
      if common > best.common || common == best.common && isWhole && !best.isWhole {
        best = (common, isWhole, [candidate.id])
      } else if common == best.common, isWhole == best.isWhole {
        best.ids.append(candidate.id)
      }
    }
    return best.ids.count == 1 ? best.ids[0] : nil
  }

  /// The tracks of a whole list; nil where one is not found.
  func tracks(_ entries: [[String]]) -> [DeviceTrackID]? {
    var found: [DeviceTrackID] = []
    for entry in entries {
      guard let id = track(at: entry) else { return nil }
      found.append(id)
    }
    return found
  }

  private static func folded(_ name: String) -> String { FileNameRules.folded(name) }
}
