/// The contents chosen for a device, and their form there.
package struct DeviceOptions: Equatable, Sendable, Codable {
  /// The union of these goes on the device.
  package var contents: [DeviceContent] = [.everything]
  /// The most bytes of music on the device, nil for what has room.
  package var limit: Int64?
  /// The order in which tracks go on the device, where not all have room.
  package var order: DeviceOrder = .rating
  /// The folders and the name of a file, without its extension: a group template for each component.
  package var template = DeviceOptions.defaultTemplate
  /// Nil copies files as they are.
  package var conversion: ConversionRule?
  /// Whether a sync begins when the device appears.
  package var syncsByItself = false
  /// Whether files are read back after they were copied to a folder; nil for media of their own.
  package var verify: Bool?
  /// The program on the other machine, in place of `tritone`.
  package var remoteCommand: String?

  package static let defaultTemplate = "{AlbumArtist}/{Album} ({Date})/{Track} {Title}"

  package init() {}
}

/// A part of the library that goes on a device.
package enum DeviceContent: Hashable, Sendable, Codable {
  case everything
  case playlist(PlaylistID)
  /// 1 to 3.
  case slot(Int)
  /// In the language of queries.
  case query(String)
}

/// An order in which tracks go on a device.
package enum DeviceOrder: String, Sendable, Codable, CaseIterable {
  case rating, newest
  case leastHeard = "least-heard"
}

/// How files are converted for a device.
package struct ConversionRule: Hashable, Sendable, Codable {
  package enum Codec: String, Sendable, Codable, CaseIterable {
    case opus, mp3, aac
  }

  package var codec: Codec
  /// Bits per second; nil for the codec's variable quality: V0 of MP3.
  package var bitRate: Int?
  /// Whether only lossless files are converted; others are copied.
  package var losslessOnly: Bool

  package init(codec: Codec, bitRate: Int?, losslessOnly: Bool = true) {
    self.codec = codec
    self.bitRate = bitRate
    self.losslessOnly = losslessOnly
  }
}
