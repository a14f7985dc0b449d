package import Music

/// A match of a track of the library with its file and row on a device.
package struct TrackLink: Sendable {
  /// The state of the file on the device.
  package enum FileMatch: Sendable {
    /// There is none.
    case none
    /// As the last sync left it.
    case known
    /// The same sound under another name or with other tags, or a file that no sync has written.
    case found
    /// Another one is in its place.
    case changed
    /// Several may be it, and nothing says which.
    case ambiguous
  }

  /// The id in the device's database.
  package var uuid: DeviceTrackID
  /// Indices in the state, in the device's rows and in its files.
  @PackedIndex var state: Int?
  @PackedIndex var row: Int?
  @PackedIndex var file: Int?
  var match = FileMatch.none
  /// The place that the template names.
  var place: FilePath?

  init(uuid: DeviceTrackID) { self.uuid = uuid }
}

/// An optional index of an array of less than 2^31 elements in 4 bytes in place of 16: a plan has three
/// of them for each track.
@propertyWrapper
struct PackedIndex: Sendable {
  private var number: Int32 = -1

  var wrappedValue: Int? {
    get { number < 0 ? nil : Int(number) }
    set { number = newValue.map { Int32($0) } ?? -1 }
  }
}

/// A plan with the contents of both sides that it was made of.
package struct PlannedSync: Sendable {
  package var plan: SyncPlan
  let library: SyncLibraryContents
  let snapshot: DeviceSnapshot
  let state: SyncState
  /// By track: its index in the library.
  let index: PositionIndex<TrackID>
  /// By the track's index.
  let links: [TrackLink?]
  /// By the id on the device: the state of a playlist as the plan would leave it.
  let lists: [String: SyncedPlaylist]
  /// Rows of the state that mean nothing any more, by the id in the device's database.
  let stale: [DeviceTrackID]
  /// Plays of logs that are kept for a later sync.
  let waiting: [DevicePlay]
  /// Plays of logs that the plan counts, by the id of their track on the device.
  let heard: [DeviceTrackID: [DevicePlay]]
}
