import Library
import Music

/// The servers of a library by their names.
struct ServerLookup: Sendable {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func server(named name: String) async throws -> Server {
    let all = try await library.servers()
    let found =
      all.first { $0.name == name }
      ?? all.first { SortKey.folded($0.name) == SortKey.folded(name) }
    guard let found else {
      let names = all.map(\.name).joined(separator: ", ")
      throw Failure(
        reason: names.isEmpty
          ? "there are no servers yet: tritone server add KIND URL"
          : "there is no server “\(name)”; there are \(names)")
    }
    return found
  }

  /// Those of the names, each once; all without names.
  func all(named names: [String]) async throws -> [Server] {
    guard !names.isEmpty else {
      let all = try await library.servers()
      guard !all.isEmpty else {
        throw Failure(reason: "there are no servers yet: tritone server add KIND URL")
      }
      return all
    }
    var servers: [Server] = []
    for name in names {
      let server = try await server(named: name)
      if !servers.contains(where: { $0.id == server.id }) { servers.append(server) }
    }
    return servers
  }
}
