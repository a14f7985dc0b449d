package import Music

/// The numbers of a track in the catalog.
package struct CatalogNumbers: Equatable, Sendable {
  package var id: Int64
  package var root: Int64 = 0
  /// Milliseconds; 0 where unknown, as for all numbers here.
  package var duration: Int64 = 0
  package var year: Int64 = 0
  package var bpm: Double = 0
  package var key: MusicalKey?
  package var track: Int64 = 0
  package var disc: Int64 = 0
  package var rating: Int64 = 0
  package var reaction: Int64 = 0
  package var plays: Int64 = 0
  /// Unix seconds.
  package var played: Int64 = 0
  package var added: Int64 = 0
  package var modified: Int64 = 0
  package var bitRate: Int64 = 0
  package var sampleRate: Int64 = 0
  package var flags: TrackFlags = []
  /// The measure behind the grades of energy, LUFS, and cents from 440 Hz; nil where unknown.
  package var energy: Double?
  package var loudness: Double?
  package var tuning: Double?

  package init(id: Int64) { self.id = id }
}
