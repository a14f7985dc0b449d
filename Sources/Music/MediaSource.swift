/// The source of a track's audio.
///
/// A track of a server would be a third case with the ids of the server and of the track there: the
/// address, which holds a token, is built from these when it is opened.
package enum MediaSource: Hashable, Sendable {
  case file(FilePath)
  case stream(StreamAddress)

  /// The path of a file; nil for other sources.
  package var file: FilePath? {
    switch self {
    case .file(let path): path
    case .stream: nil
    }
  }

  package var isStream: Bool {
    switch self {
    case .file: false
    case .stream: true
    }
  }

  /// The path or the address, for display.
  package var text: String {
    switch self {
    case .file(let path): path.text
    case .stream(let address): address.text
    }
  }

  /// The exact bytes of the path or the address, as in lists and the library.
  package var bytes: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .stream(let address): Array(address.text.utf8)
    }
  }

  /// The displayed name of a track without a title.
  package var stem: String { FilePath(bytes: bytes).stem }
}
