/// The values of placeholders for a track: numbers and texts, and their printed form.
package enum TemplateValues {
  /// The text of a choice; nil where the track has none.
  ///
  /// - Parameters:
  ///   - years: The earliest and the latest of the group, in place of the track's own.
  ///   - zone: The time zone of days.
  static func text(
    of choice: TemplateField.Choice, in track: Track, years: ClosedRange<Int>?, zone: LocalZone
  ) -> String? {
    guard case .value(let placeholder, let detail) = choice else {
      if case .text(let text) = choice { return tidied(text) }
      return nil
    }
    switch placeholder {
    case .date, .year:
      return (years ?? track.tags.year.map { $0...$0 }).map { range($0) { "\($0)" } }
    case .decade:
      return (years ?? track.tags.year.map { $0...$0 }).map { range($0) { "\($0 / 10 * 10)s" } }
    case .bpm: return track.findings.bpm.flatMap { bpm(Float($0), width: width(detail)) }
    case .key: return track.findings.key?.camelot
    case .energy: return track.findings.energy.map { "\($0)" }
    case .rating: return stars(track.rating.stars)
    case .added: return day(track.added, unit(detail), zone)
    case .disc: return track.tags.discNumber.flatMap { $0 > 0 ? "\($0)" : nil }
    case .track: return track.tags.trackNumber.flatMap { $0 > 0 ? $0.zeroPadded() : nil }
    default:
      guard let value = name(placeholder, of: track).map(tidied), !value.isEmpty else { return nil }
      if case .letters(let count) = detail {
        return letters(count, ofFolded: SortKey.folded(value))
      }
      return value
    }
  }

  /// A text of the track, as it is tagged; nil where it has none.
  static func name(_ placeholder: GroupTemplate.Placeholder, of track: Track) -> String? {
    func known(_ text: String?) -> String? {
      text.flatMap { $0.utf8.allSatisfy { $0 == 0x20 } ? nil : $0 }
    }
    return switch placeholder {
    case .artist: known(track.tags.artist)
    case .albumArtist:
      known(track.albumCredit) ?? known(track.tags.albumArtist) ?? known(track.tags.artist)
    case .album: known(track.tags.album)
    case .title: known(track.title)
    case .genre: known(track.tags.genre)
    case .folder: known(track.source.file?.parent?.name)
    case .format: known(track.audio.formatName)
    case .category: known(track.labels.category?.rawValue)
    case .tag: known(track.labels.tags.first)
    case .collection: known(track.labels.collection)
    case .mood: known(track.labels.mood)
    default: nil
    }
  }

  /// With single spaces between words, none around them, and without invisible characters.
  static func tidied(_ text: String) -> String {
    if isPlain(text), !text.utf8.isEmpty, text.utf8.first != 0x20, text.utf8.last != 0x20 {
      return text
    }
    return text.split { character in
      character.isWhitespace
        || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }.joined(separator: " ")
  }

  /// Whether a text is printable ASCII without two spaces in a row; characters cost more than bytes.
  static func isPlain(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F, byte != 0x20 || last != 0x20 else { return false }
      last = byte
    }
    return true
  }

  private static func range(_ years: ClosedRange<Int>, _ text: (Int) -> String) -> String {
    let (first, last) = (text(years.lowerBound), text(years.upperBound))
    return first == last ? first : "\(first)–\(last)"
  }

  // MARK: Numbers

  static let defaultWidth = 10

  package static func width(_ detail: TemplateField.Detail?) -> Int {
    if case .width(let width) = detail { width } else { defaultWidth }
  }

  package static func unit(_ detail: TemplateField.Detail?) -> TemplateField.DateUnit {
    if case .unit(let unit) = detail { unit } else { .day }
  }

  /// The index of a tempo's range, from 0: it begins with its lower end and stops short of its
  /// upper one, hundredths rounded. One beat wide it is the nearest whole number.
  package static func bpmRange(_ bpm: Float, width: Int) -> Int? {
    guard bpm > 0, bpm < 1e6 else { return nil }
    if width == 1 { return Int(bpm.rounded()) }
    return Int((bpm * 100).rounded()) / (100 * width)
  }

  private static func bpm(_ bpm: Float, width: Int) -> String? {
    bpmRange(bpm, width: width).map { range in
      width == 1 ? "\(range)" : "\(range * width)–\((range + 1) * width)"
    }
  }

  private static func stars(_ stars: Int) -> String? {
    stars > 0 ? String(repeating: "★", count: stars) : nil
  }

  /// The first letters of a folded text; "#" for one that begins with a digit or a sign.
  package static func letters(_ count: Int, ofFolded text: String) -> String {
    let text = text.drop { $0 == " " }
    guard let first = text.first, first.isLetter else { return "#" }
    var letters = text.prefix(count)
    while letters.last == " " { letters.removeLast() }
    return letters.uppercased()
  }

  // MARK: Days

  private static func day(_ moment: Int64, _ unit: TemplateField.DateUnit, _ zone: LocalZone)
    -> String?
  {
    var days = LocalDays(zone)
    guard let number = days.number(of: moment, unit) else { return nil }
    return switch unit {
    case .year: "\(number)"
    case .month: "\(number / 100)-\((number % 100).zeroPadded())"
    case .day:
      "\(number / 10_000)-\((number / 100 % 100).zeroPadded())-\((number % 100).zeroPadded())"
    }
  }
}
