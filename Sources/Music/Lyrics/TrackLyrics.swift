/// The lyrics of a track, with their source.
package struct TrackLyrics: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// An LRC file beside the music file.
    case lyricsFile(FilePath)
    /// The tags of the music file.
    case embedded
    /// A text file beside the music file.
    case textFile(FilePath)
    /// A service on the net, kept in the cache.
    case fetched
  }

  package var lyrics: Lyrics
  package var source: Source

  package init(_ lyrics: Lyrics, from source: Source) {
    self.lyrics = lyrics
    self.source = source
  }
}

extension FilePath {
  /// The path of new lyrics beside a music file: in LRC, or as plain text.
  package func newLyrics(isLRC: Bool) -> FilePath {
    FilePath(bytes: withoutExtension.bytes + Array((isLRC ? ".lrc" : ".txt").utf8))
  }
}
