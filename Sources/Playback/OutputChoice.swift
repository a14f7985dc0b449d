package import Music

/// Where the sound goes, as the command line names it.
package enum OutputChoice: Equatable, Sendable {
  /// The sound server.
  case pulse
  /// Nowhere, in real time.
  case null
  /// A WAV file, as fast as it can be written.
  case file(FilePath)

  /// Reads "pulse", "null" or "file:PATH.wav".
  package init?(argument: String) {
    switch argument {
    case "pulse": self = .pulse
    case "null": self = .null
    default:
      let prefix = "file:"
      let path = FilePath(String(argument.dropFirst(prefix.count)))
      guard argument.hasPrefix(prefix), path.fileExtension == "wav" else { return nil }
      self = .file(path)
    }
  }
}
