extension GroupTemplate {
  /// A component of a group's key.
  package enum KeyPart: Hashable, Sendable {
    case missing
    /// The comparison key of a name.
    case text([UInt8])
    case letters(String)
    case title([UInt8])
    case album([UInt8], albumCredit: [UInt8])
    case folder([UInt8])
    case number(Placeholder, Int)
    /// A date of a track whose album is in the key: an album is one group whatever its dates.
    case ofAlbum
  }

  /// The key of a track's group: equal keys, same group.
  package func key(for track: Track, zone: LocalZone = .current) -> [KeyPart] {
    let parts = fields.map { GroupTemplate.part(of: $0, in: track, zone: zone) }
    let hasAlbum = parts.contains { if case .album = $0.part { true } else { false } }
    return parts.map { hasAlbum && $0.isDate ? .ofAlbum : $0.part }
  }

  private static func part(of field: TemplateField, in track: Track, zone: LocalZone)
    -> (part: KeyPart, isDate: Bool)
  {
    for choice in field.choices {
      if let part = part(of: choice, in: track, zone: zone) {
        return (part, choice.placeholder?.isDate ?? false)
      }
    }
    return (.missing, field.choices.contains { $0.placeholder?.isDate ?? false })
  }

  private static func part(of choice: TemplateField.Choice, in track: Track, zone: LocalZone)
    -> KeyPart?
  {
    guard case .value(let placeholder, let detail) = choice else {
      if case .text(let text) = choice { return .text(SortKey.bytes(text)) }
      return nil
    }
    func number(_ number: Int?) -> KeyPart? { number.map { .number(placeholder, $0) } }
    switch placeholder {
    case .date, .year: return number(track.tags.year)
    case .decade: return number(track.tags.year.map { $0 / 10 })
    case .bpm:
      let width = TemplateValues.width(detail)
      return number(track.findings.bpm.flatMap { TemplateValues.bpmRange(Float($0), width: width) })
    case .key: return number(track.findings.key.map { Int($0.number) })
    case .energy: return number(track.findings.energy)
    case .rating: return number(track.rating == .none ? nil : track.rating.stars)
    case .disc: return number(track.tags.discNumber.flatMap { $0 > 0 ? $0 : nil })
    case .track: return number(track.tags.trackNumber.flatMap { $0 > 0 ? $0 : nil })
    case .added:
      var days = LocalDays(zone)
      return number(days.number(of: track.added, TemplateValues.unit(detail)))
    default: break
    }
    guard let name = TemplateValues.name(placeholder, of: track) else { return nil }
    if case .letters(let count) = detail {
      return .letters(TemplateValues.letters(count, ofFolded: SortKey.folded(name)))
    }
    switch placeholder {
    case .album:
      // The library's album credit unites an album whose tracks are tagged unevenly.
      return .album(
        SortKey.bytes(name),
        albumCredit: SortKey.bytes(track.albumCredit ?? track.tags.albumArtist ?? ""))
    case .title: return .title(SortKey.bytes(name))
    case .folder: return track.source.file?.parent.map { .folder($0.bytes) }
    default: return .text(SortKey.bytes(name))
    }
  }
}
