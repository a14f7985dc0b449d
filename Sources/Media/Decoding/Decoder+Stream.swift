import CFFmpeg

extension Decoder {
  /// Whether the source is a network stream.
  package var isStream: Bool { file.isStream }

  /// Whether `seek` works; false for live streams.
  package var isSeekable: Bool { file.isSeekable }

  /// The station's title for the last decoded sound; nil without one.
  package var streamTitle: String? { title }

  /// Updates the title.
  func noteTitle() {
    guard isStream else { return }
    if let packet = StreamOpening.option("icy_metadata_packet", of: file.format.pointee.pb) {
      title = Self.title(inPacket: packet)
    } else if stream.pointee.event_flags & AVSTREAM_EVENT_FLAG_METADATA_UPDATED != 0 {
      // Ogg has no such packets: each song is a part with tags of its own.
      stream.pointee.event_flags &= ~AVSTREAM_EVENT_FLAG_METADATA_UPDATED
      let parts = ["artist", "title"].compactMap {
        TagValue.text(stream.pointee.metadata, $0, longest: 512)
      }
      title = parts.isEmpty ? nil : parts.joined(separator: " - ")
    }
  }

  /// The title in "StreamTitle='...';StreamUrl='...';", which escapes nothing.
  private static func title(inPacket packet: String) -> String? {
    guard let start = packet.firstRange(of: "StreamTitle='") else { return nil }
    let rest = packet[start.upperBound...]
    let end = rest.firstRange(of: "';")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
    let text = rest[..<end]
    let title = text.prefix(512).drop { $0 == " " }
    return title.isEmpty ? nil : String(title)
  }
}
