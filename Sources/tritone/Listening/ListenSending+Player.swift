import FoundationEssentials
import HTTP
import Library
import Log
import Music
import Online

extension ListenSending {
  init(
    library: Library, directories: Directories, log: Log,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      library: library, secrets: ListenSecrets(directories),
      client: HTTPClient(.ofListens(log)), log: log, ownRoots: ListenServiceKind.ownRoots,
      tell: tell)
  }
}

extension HTTPConfiguration {
  /// The settings of requests to services that take listens.
  static func ofListens(_ log: Log) -> HTTPConfiguration {
    var configuration = HTTPConfiguration(userAgent: Tritone.userAgent)
    configuration.limits.responseTime = .seconds(30)
    configuration.log = { log.transferred($0) }
    return configuration
  }
}

extension ListenServiceKind {
  /// The address of the service itself, or that of the environment.
  var ownAddress: String {
    let name =
      switch self {
      case .listenBrainz: "TRITONE_LISTENBRAINZ"
      case .lastFM: "TRITONE_LASTFM"
      }
    return ProcessInfo.processInfo.environment[name] ?? address
  }

  /// As roots are stored; none where an address of the environment is not valid.
  static var ownRoots: [ListenServiceKind: String] {
    var roots: [ListenServiceKind: String] = [:]
    for kind in allCases {
      roots[kind] = try? ServiceRoot(kind.ownAddress, of: kind, allowsPlain: true).text
    }
    return roots
  }
}
