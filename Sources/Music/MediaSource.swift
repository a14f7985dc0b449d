/// Where the sound of a track comes from.
///
/// A track of a server would be a third case with the ids of the server and of the track there: the
/// address, which holds a token, is made of these when it is opened.
package enum MediaSource: Hashable, Sendable {
  case file(FilePath)
  case stream(StreamAddress)

  /// The path of a file; nil for what is none.
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

  /// The path or the address, for showing.
  package var text: String {
    switch self {
    case .file(let path): path.text
    case .stream(let address): address.text
    }
  }

  /// The path or the address to the byte, as lists name it and the library keeps it.
  package var bytes: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .stream(let address): Array(address.text.utf8)
    }
  }

  /// What a track without a title is called.
  package var stem: String { FilePath(bytes: bytes).stem }
}
