/// The source of a track's audio.
package enum MediaSource: Hashable, Sendable {
  case file(FilePath)
  case stream(StreamAddress)
  /// A track of a server; its URL, and the token that opens it, are found when it is opened.
  case server(ServerTrackAddress)

  /// The path of a file; nil for other sources.
  package var file: FilePath? {
    switch self {
    case .file(let path): path
    case .stream, .server: nil
    }
  }

  package var isStream: Bool {
    switch self {
    case .file, .server: false
    case .stream: true
    }
  }

  /// The path or the address, for display.
  package var text: String {
    switch self {
    case .file(let path): path.text
    case .stream(let address): address.text
    case .server(let address): address.text
    }
  }

  /// The exact bytes of the path or the address, as in lists and the library.
  package var bytes: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .stream(let address): Array(address.text.utf8)
    case .server(let address): Array(address.text.utf8)
    }
  }

  /// The displayed name of a track without a title.
  package var stem: String { FilePath(bytes: bytes).stem }
}
