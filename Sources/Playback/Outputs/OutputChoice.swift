package import Music

/// The output chosen on the command line.
package enum OutputChoice: Equatable, Sendable {
  /// The sound server.
  case pulse
  /// Null output, in real time.
  case null
  /// A WAV or FLAC file, written as fast as possible.
  case file(FilePath)

  /// Reads "pulse", "null", "file:PATH.wav" or "file:PATH.flac".
  package init?(argument: String) {
    switch argument {
    case "pulse": self = .pulse
    case "null": self = .null
    default:
      let prefix = "file:"
      let path = FilePath(String(argument.dropFirst(prefix.count)))
      guard argument.hasPrefix(prefix), ["wav", "flac"].contains(path.fileExtension) else {
        return nil
      }
      self = .file(path)
    }
  }
}
