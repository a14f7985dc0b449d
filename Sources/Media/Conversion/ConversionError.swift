internal import Music

/// The reason why a file was not converted.
package enum ConversionError: Error, Equatable, Sendable {
  case cancelled
  /// The source cannot be read or decoded.
  case source(MediaError)
  /// Another program changed the source while it was converted.
  case changedMeanwhile
  /// FFmpeg was built without the encoder; its name.
  case noEncoder(String)
  /// The converted file cannot be written.
  case unwritable(MediaError)
  /// The tags cannot be put into the converted file.
  case tags(TagWriteError)

  /// The reason in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .cancelled: "cancelled"
    case .source(let error), .unwritable(let error): error.reason
    case .changedMeanwhile: "another program changed it meanwhile"
    case .noEncoder(let name): "FFmpeg has no encoder \(name)"
    case .tags(let error): error.reason
    }
  }

  /// The error for a source.
  init(reading error: MediaError) { self = error == .cancelled ? .cancelled : .source(error) }

  /// The error for a file of ours at `path`.
  init(writing path: FilePath, code: Int32) {
    self = .unwritable(.unwritable(path, code: code))
  }
}
