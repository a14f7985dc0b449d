package import Music

/// What a scan needs to know of a file.
package struct MediaFacts: Equatable, Sendable {
  package var tags: Tags
  package var audio: AudioProperties
  /// Taken from the descriptor the rest was read through.
  package var file: FileStamp
  /// A hash of the audio alone, the same whatever the tags say; nil where it is not known.
  package var audioHash: Int64?
}
