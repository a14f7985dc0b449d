extension FilePath {
  /// The folder of the library above the tracks of servers, each of which has one by its name.
  package static let servers = FilePath("servers:")

  /// The folder of a server's tracks.
  package static func server(named name: String) -> FilePath {
    // A name with a slash is one name.
    servers.appending(Array(name.replacing("/", with: "\u{2215}").utf8))
  }

  /// Whether it is the folder of a server's tracks, whose last component is the server's name.
  package var isServer: Bool { parent == .servers }
}
