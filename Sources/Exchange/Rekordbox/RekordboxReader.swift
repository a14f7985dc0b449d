import Music

/// Builds a document from the elements of Rekordbox's XML.
final class RekordboxReader: XMLVisitor {
  private enum Section { case collection, playlists }

  /// An open `NODE`.
  private struct OpenNode {
    var name: String
    var isFolder: Bool
    /// Whether tracks are named by location rather than by id.
    var keyIsLocation: Bool
    var line: Int
    var items: [Item] = []
    var keys: [(key: String, line: Int)] = []
  }

  /// A playlist whose tracks are known by key only, yet.
  private enum Item {
    case folder(String, [Item])
    case playlist(String, keyIsLocation: Bool, [(key: String, line: Int)])
  }

  private static let maximumProblems = 1_000

  private var hasRoot = false
  private var section: Section?
  private var open: RekordboxTrack?
  private var nodes: [OpenNode] = []
  private var items: [Item] = []
  private var tracks: [DocumentTrack] = []
  private var placesByID: [String: Int] = [:]
  private var placesByLocation: [String: Int] = [:]
  private var used: Set<Int> = []
  private var problems: [DocumentProblem] = []
  private var unreported = 0

  private func report(_ line: Int, _ reason: String) {
    report([DocumentProblem(line: line, reason: reason)])
  }

  private func report(_ found: [DocumentProblem]) {
    for problem in found {
      if problems.count < RekordboxReader.maximumProblems {
        problems.append(problem)
      } else {
        unreported += 1
      }
    }
  }

  func began(_ element: XMLElement) throws(DocumentProblem) {
    guard hasRoot else {
      guard element.name == "DJ_PLAYLISTS" else {
        throw DocumentProblem(
          line: element.line, reason: "not Rekordbox's XML: it begins with DJ_PLAYLISTS")
      }
      hasRoot = true
      return
    }
    switch (element.name, section) {
    case ("COLLECTION", _): section = .collection
    case ("PLAYLISTS", _): section = .playlists
    case ("TRACK", .collection): open = RekordboxTrack(RekordboxFields(element))
    case ("TEMPO", .collection): open?.addTempo(RekordboxFields(element))
    case ("POSITION_MARK", .collection): open?.addMark(RekordboxFields(element))
    case ("NODE", .playlists): beginNode(element)
    case ("TRACK", .playlists): addKey(element)
    default: break
    }
  }

  func ended(_ name: String, text: String) {
    switch (name, section) {
    case ("COLLECTION", .collection), ("PLAYLISTS", .playlists): section = nil
    case ("TRACK", .collection): endTrack()
    case ("NODE", .playlists): endNode()
    default: break
    }
  }

  private func endTrack() {
    guard let finished = open else { return }
    open = nil
    report(finished.problems)
    if let id = finished.id {
      if placesByID[id] == nil {
        placesByID[id] = tracks.count
      } else {
        report(finished.track.line ?? 0, "TRACK: there are two with TrackID “\(id.prefix(40))”")
      }
    }
    if let location = finished.location, placesByLocation[location] == nil {
      placesByLocation[location] = tracks.count
    }
    tracks.append(finished.track)
  }

  private func beginNode(_ element: XMLElement) {
    let isFolder = element["Type"].map { $0 == "0" } ?? (element["KeyType"] == nil)
    nodes.append(
      OpenNode(
        name: element["Name"] ?? "", isFolder: isFolder, keyIsLocation: element["KeyType"] == "1",
        line: element.line))
  }

  private func addKey(_ element: XMLElement) {
    guard let last = nodes.indices.last, !nodes[last].isFolder else {
      return report(element.line, "TRACK: it is in no playlist")
    }
    guard let key = element["Key"] else {
      return report(element.line, "TRACK: it has no Key")
    }
    nodes[last].keys.append((key, element.line))
  }

  private func endNode() {
    guard let node = nodes.popLast() else { return }
    let found: [Item]
    if !node.isFolder {
      found =
        [
          .playlist(node.name, keyIsLocation: node.keyIsLocation, node.keys)
        ] + node.items
    } else if nodes.isEmpty {
      // The outermost is the root, which is no folder of the user's.
      found = node.items
    } else if nodes.count > PlaylistDocument.maximumDepth {
      report(
        node.line,
        "NODE: “\(node.name.prefix(40))” nests too deep; its playlists are put into the one above")
      found = node.items
    } else {
      found = [.folder(node.name, node.items)]
    }
    if let last = nodes.indices.last {
      nodes[last].items += found
    } else {
      items += found
    }
  }

  /// The document, once its end was read.
  func finished() -> PlaylistDocument {
    var document = PlaylistDocument(items: items.map(resolved))
    document.collection = tracks.indices.filter { !used.contains($0) }.map { tracks[$0] }
    problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    if unreported > 0 {
      problems.append(DocumentProblem(reason: "and \(unreported) more problems"))
    }
    document.problems = problems
    return document
  }

  private func resolved(_ item: Item) -> PlaylistDocument.Item {
    switch item {
    case .folder(let name, let items): return .folder(name: name, items.map(resolved))
    case .playlist(let name, let keyIsLocation, let keys):
      var playlist = DocumentPlaylist(name: name.isEmpty ? nil : name)
      for (key, line) in keys {
        if let offset = keyIsLocation ? placesByLocation[key] : placesByID[key] {
          used.insert(offset)
          playlist.tracks.append(tracks[offset])
        } else if keyIsLocation, let location = RekordboxTrack.location(of: key) {
          playlist.tracks.append(DocumentTrack(location, line: line))
        } else {
          report(line, "TRACK: there is none with Key “\(key.prefix(40))” in the collection")
        }
      }
      return .playlist(playlist)
    }
  }
}
