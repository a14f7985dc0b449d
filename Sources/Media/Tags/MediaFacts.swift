package import Music

/// The facts of a file for a library scan.
package struct MediaFacts: Equatable, Sendable {
  package var tags: Tags
  package var audio: AudioProperties
  /// From the descriptor that was read.
  package var file: FileStamp
  /// A hash of the audio alone, independent of tags; nil if unknown.
  package var audioHash: Int64?
}
