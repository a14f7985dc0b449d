internal import Bus
internal import Music

/// The metadata of an item by the names of MPRIS and Xesam; what is not known is left out.
enum TrackMetadata {
  static func entries(
    of item: PlayerStatus.Item, length: Duration?, cover: FilePath?, lyrics: String?
  ) -> [(String, BusValue)] {
    let (track, tags) = (item.track, item.track.tags)
    var entries: [(String, BusValue)] = [("mpris:trackid", .path(ObjectPath.text(of: item)))]
    func add(_ name: String, _ value: BusValue?) {
      if let value { entries.append((name, value)) }
    }
    add("mpris:length", length.map { .int64($0.microseconds) })
    add("mpris:artUrl", cover.map { .string(FileURI.text(of: $0)) })
    add("xesam:title", line(title(of: item)))
    add("xesam:album", line(album(of: item)))
    let hasSeveral = item.artist == tags.artist && tags.artists.count > 1
    add("xesam:artist", lines(hasSeveral ? tags.artists : [item.artist]))
    add("xesam:albumArtist", lines([tags.albumArtist]))
    add("xesam:genre", lines(tags.genres.count > 1 ? tags.genres : [tags.genre]))
    add("xesam:trackNumber", number(tags.trackNumber))
    add("xesam:discNumber", number(tags.discNumber))
    add("xesam:audioBPM", number(track.findings.bpm.flatMap { Int(exactly: $0.rounded()) }))
    add("xesam:contentCreated", tags.date.flatMap(date).map { .string($0) })
    add("xesam:url", url(of: track.source).map { .string($0) })
    if track.rating > .none { add("xesam:userRating", .double(Double(track.rating.stars) / 5)) }
    if !track.isStream { add("xesam:useCount", .int32(Int32(clamping: track.plays))) }
    add("xesam:lastUsed", track.lastPlayed.map { .string(moment($0)) })
    add("xesam:comment", lines([track.notes]))
    add("xesam:asText", lyrics.map { .string($0) })
    return entries
  }

  /// Of a book the chapter, with the book in place of the album.
  private static func title(of item: PlayerStatus.Item) -> String {
    item.isBook ? item.chapter ?? item.title : item.title
  }

  private static func album(of item: PlayerStatus.Item) -> String? {
    if item.isBook { return item.title }
    // The name of a station, while its title is that of a song.
    if item.track.isStream, item.title != item.track.title { return item.track.title }
    return item.track.tags.album
  }

  /// Texts of an array that are told.
  private static let mostTexts = 32

  private static func line(_ text: String?) -> BusValue? {
    DesktopText.line(text).map { .string($0) }
  }

  private static func lines(_ texts: [String?]) -> BusValue? {
    let lines = texts.prefix(mostTexts).compactMap { DesktopText.line($0) }
    return lines.isEmpty ? nil : .strings(lines)
  }

  private static func number(_ value: Int?) -> BusValue? {
    value.flatMap { $0 > 0 ? .int32(Int32(clamping: $0)) : nil }
  }

  /// A track of a server has no address that another program could open.
  private static func url(of source: MediaSource) -> String? {
    switch source {
    case .file(let path): FileURI.text(of: path)
    case .stream(let address): address.text
    case .server: nil
    }
  }

  /// ISO 8601 of a tag "2011" or "2011-03-17", which may go on with a time.
  private static func date(_ tag: String) -> String? {
    guard let year = Tags.year(in: tag) else { return nil }
    let parts = tag.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, Int(parts[0]) == year, parts[1].count == 2, parts[2].count == 2,
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return "\(year)-01-01T00:00:00" }
    let days = CalendarDay(year: year, month: month, day: day)
    guard CalendarDay(daysSince1970: days.daysSince1970) == days else {
      return "\(year)-01-01T00:00:00"
    }
    return "\(parts.joined(separator: "-"))T00:00:00"
  }

  /// ISO 8601 of Unix seconds.
  private static func moment(_ seconds: Int64) -> String {
    let utc = LocalZone { _ in 0 }
    let ofDay = ((seconds % 86_400) + 86_400) % 86_400
    let time = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { $0.zeroPadded() }
    return "\(utc.date(of: seconds))T\(time.joined(separator: ":"))Z"
  }
}

extension Duration {
  /// Whole microseconds, the nearest that there are.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isBeyond else { return seconds < 0 ? .min : .max }
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflows ? (seconds < 0 ? .min : .max) : sum
  }
}

extension BusValue {
  static func strings(_ texts: [String]) -> BusValue {
    .array(texts.map { .string($0) }, of: "s")
  }
}
