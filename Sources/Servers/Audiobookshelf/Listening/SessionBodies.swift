/// Bodies of requests for sessions, as the server takes them.
struct PlayBody: Encodable {
  var deviceInfo: DeviceBody
  var mediaPlayer = DeviceBody.program
  var supportedMimeTypes = [
    "audio/mpeg", "audio/mp4", "audio/ogg", "audio/aac", "audio/flac", "audio/x-ms-wma",
    "audio/wav", "audio/webm",
  ]
  /// Files as they are: this program decodes them all.
  var forceDirectPlay = true
  var forceTranscode = false
}

struct DeviceBody: Encodable {
  static let program = "Tritone"

  var deviceId: String
  var clientName = Self.program
  var clientVersion: String
  var deviceName: String?

  init(_ device: AudiobookshelfDevice) {
    deviceId = device.id
    clientVersion = device.version
    deviceName = device.name
  }
}

/// Of a sync and of a close, which without a body would forget the place.
struct SyncBody: Encodable {
  var currentTime: Double
  /// Seconds since the last sync.
  var timeListened: Double
  var duration: Double
}

struct LocalSessionsBody: Encodable {
  var sessions: [Session]
  var deviceInfo: DeviceBody

  struct Session: Encodable {
    var id: String
    var libraryItemId: String
    var episodeId: String?
    var mediaType: String
    var displayTitle: String
    var displayAuthor: String
    var duration: Double
    /// Local.
    var playMethod = 3
    var mediaPlayer = DeviceBody.program
    var timeListening: Double
    var startTime: Double
    var currentTime: Double
    var startedAt: Int64
    var updatedAt: Int64

    init(_ session: LocalSession, clock: ServerClock) {
      id = session.id
      libraryItemId = session.book.item
      episodeId = session.book.episode
      mediaType = session.book.episode == nil ? "book" : "podcast"
      displayTitle = session.book.title
      displayAuthor = session.book.author
      duration = Double(session.book.length) / 1000
      timeListening = Double(session.listened) / 1000
      startTime = Double(session.startPlace) / 1000
      currentTime = session.currentTime
      startedAt = clock.theirs(session.started)
      updatedAt = clock.theirs(session.updated)
    }
  }
}
