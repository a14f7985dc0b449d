import Music

/// The template's values of each track, as numbers: tracks with equal ones form a group.
///
/// Mirrors `GroupTemplate.key(for:)`, which does the same for one track.
final class GroupKeyEncoder {
  typealias Code = (Int) -> UInt64

  /// The type of a code's value; values of different types are never equal.
  enum Kind: UInt64 {
    case text = 1
    case letters, title, album, folder, ofAlbum
    case number

    func code(_ value: some BinaryInteger) -> UInt64 { rawValue << 40 | UInt64(value) }
    func matches(_ code: UInt64) -> Bool { code >> 40 == rawValue }
  }

  /// One alternative for a field's value.
  struct Choice {
    /// 0 where the track has none.
    var code: Code
    /// Hashes the value itself, for a key that outlives the catalog.
    var hash: (Int, inout GroupHash) -> Void
    var isDate = false
  }

  /// Codes of tracks by their ordinals, one for each field of the template.
  private(set) var fields: [Code] = []
  private var choices: [[Choice]] = []
  private let catalog: Catalog
  private let zone: LocalZone

  init(_ catalog: Catalog, _ template: GroupTemplate, _ zone: LocalZone) {
    self.catalog = catalog
    self.zone = zone
    choices = template.fields.map { field in
      let texts = TextCodes(
        field.choices.flatMap { GroupKeyEncoder.tables(of: $0, catalog.columns) })
      let letters = LetterCodes()
      return field.choices.flatMap { made($0, texts, letters) }
    }
    fields = choices.map(GroupKeyEncoder.first)
    let albums = fields.indices.filter { field in
      template.fields[field].choices.contains { $0 == .value(.album, nil) }
    }.map { fields[$0] }
    guard !albums.isEmpty else { return }
    // An album is one group whatever its dates.
    for field in fields.indices where choices[field].contains(where: \.isDate) {
      let code = fields[field]
      let isDate = GroupKeyEncoder.isDate(choices[field])
      fields[field] = { track in
        let found = code(track)
        guard isDate(track, found) else { return found }
        return albums.contains { Kind.album.matches($0(track)) } ? Kind.ofAlbum.code(0) : found
      }
    }
  }

  /// The code of the first choice that has a value.
  private static func first(_ choices: [Choice]) -> Code {
    let codes = choices.map(\.code)
    guard codes.count > 1 else { return codes.first ?? { _ in 0 } }
    return { track in
      for code in codes {
        let found = code(track)
        if found != 0 { return found }
      }
      return 0
    }
  }

  /// Whether a field's value for a track is a date, or would be if there were one.
  private static func isDate(_ choices: [Choice]) -> (Int, UInt64) -> Bool {
    { track, found in
      found == 0 || choices.first { $0.code(track) != 0 }?.isDate ?? true
    }
  }

  /// The key of a track's group, stable across lists and changes.
  func key(of track: Int) -> UInt64 {
    var hash = GroupHash()
    for (field, code) in zip(choices, fields) {
      let found = code(track)
      hash.add(byte: UInt8(truncatingIfNeeded: found >> 40))
      guard !Kind.ofAlbum.matches(found) else { continue }
      field.first { $0.code(track) != 0 }?.hash(track, &hash)
    }
    return hash.value
  }

  // MARK: Choices

  private static func tables(of choice: TemplateField.Choice, _ columns: TrackColumns)
    -> [TrackColumns.Names]
  {
    guard case .value(let placeholder, nil) = choice else { return [] }
    return names(placeholder, columns)
  }

  /// The texts of a placeholder, in order of preference.
  private static func names(_ placeholder: GroupTemplate.Placeholder, _ columns: TrackColumns)
    -> [TrackColumns.Names]
  {
    switch placeholder {
    case .artist: [columns.artist]
    case .albumArtist: [columns.albumCredit, columns.albumArtist, columns.artist]
    case .genre: [columns.genre]
    case .format: [columns.format]
    case .category, .tag, .collection, .mood:
      label(placeholder).map { [columns.labels.names($0)] } ?? []
    default: []
    }
  }

  /// The label of a placeholder.
  private static func label(_ placeholder: GroupTemplate.Placeholder) -> LabelField? {
    switch placeholder {
    case .category: .category
    case .tag: .tag
    case .collection: .collection
    case .mood: .mood
    default: nil
    }
  }

  private func made(
    _ choice: TemplateField.Choice, _ texts: TextCodes, _ letters: LetterCodes
  ) -> [Choice] {
    let columns = catalog.columns
    guard case .value(let placeholder, let detail) = choice else {
      guard case .text(let text) = choice else { return [] }
      let code = Kind.text.code(texts.code(of: text))
      let folded = Array(SortKey.folded(text).utf8)
      return [Choice(code: { _ in code }, hash: { $1.add(text: folded) })]
    }
    if case .letters(let count) = detail { return lettered(placeholder, count, letters) }
    if let field = GroupKeyEncoder.label(placeholder) {
      let (labels, names) = (columns.labels, columns.labels.names(field))
      let code = texts.codes(of: names)
      return [
        Choice(
          code: { labels.name(field, of: $0).map(code) ?? 0 },
          hash: { track, hash in
            if let name = labels.name(field, of: track) { hash.add(text: names.folded[name]) }
          })
      ]
    }
    switch placeholder {
    case .artist, .albumArtist, .genre, .format:
      return GroupKeyEncoder.names(placeholder, columns).map { names in
        let (index, code) = (names.index, texts.codes(of: names))
        return Choice(
          code: { code(Int(index[$0])) },
          hash: { $1.add(text: names.folded[Int(names.index[$0])]) })
      }
    case .album:
      let (names, ofTrack) = (columns.album, catalog.albums.ofTrack)
      let isNone = (0..<names.count).map { names.isNone($0) }
      return [
        Choice(
          code: { isNone[Int(names.index[$0])] ? 0 : Kind.album.code(ofTrack[$0]) },
          hash: {
            $1.add(text: names.folded[Int(names.index[$0])])
            $1.add(text: columns.albumCredit.folded[Int(columns.albumCredit.index[$0])])
          })
      ]
    case .title:
      let runs = catalog.titleRuns
      return [
        Choice(
          code: { runs[$0] == 0 ? 0 : Kind.title.code(runs[$0]) },
          hash: { $1.add(text: columns.title($0)) })
      ]
    case .folder:
      let names = columns.folder
      let isNone = (0..<names.count).map { GroupKeyEncoder.folderName(names, $0) == nil }
      return [
        Choice(
          code: { isNone[Int(names.index[$0])] ? 0 : Kind.folder.code(names.index[$0]) },
          hash: { $1.add(text: names.shown[Int(names.index[$0])]) })
      ]
    default: return [number(placeholder, detail)]
    }
  }

  /// Nil for streams, which are in no folder, and for the root of the file system.
  private static func folderName(_ names: TrackColumns.Names, _ name: Int) -> String? {
    let path = names.path(name)
    return path == .streams || path.name.allSatisfy { $0 == " " } ? nil : path.name
  }

  private func lettered(
    _ placeholder: GroupTemplate.Placeholder, _ count: Int, _ letters: LetterCodes
  ) -> [Choice] {
    let columns = catalog.columns
    func choice(_ code: @escaping (Int) -> UInt32) -> Choice {
      Choice(
        code: { track in code(track) == 0 ? 0 : Kind.letters.code(code(track)) },
        hash: { track, hash in hash.add(text: letters.text(code(track)).utf8.map { $0 }) })
    }
    func codes(_ names: TrackColumns.Names, _ text: (Int) -> String?) -> [UInt32] {
      (0..<names.count).map { name in
        text(name).map { letters.code(TemplateValues.letters(count, ofFolded: $0)) } ?? 0
      }
    }
    func choice(_ names: TrackColumns.Names, _ text: (Int) -> String?) -> Choice {
      let (codes, index) = (codes(names, text), names.index)
      return choice { codes[Int(index[$0])] }
    }
    if let field = GroupKeyEncoder.label(placeholder) {
      let (labels, names) = (columns.labels, columns.labels.names(field))
      let codes = codes(names) { names.isNone($0) ? nil : names.folded.string($0) }
      return [choice { track in labels.name(field, of: track).map { codes[$0] } ?? 0 }]
    }
    switch placeholder {
    case .title:
      return [
        choice { track in
          let title = columns.title(track)
          guard !NaturalOrder.isNone(title) else { return 0 }
          return letters.code(
            TemplateValues.letters(count, ofFolded: String(decoding: title, as: UTF8.self)))
        }
      ]
    case .folder:
      return [
        choice(columns.folder) { name in
          GroupKeyEncoder.folderName(columns.folder, name).map(SortKey.folded)
        }
      ]
    default:
      let tables =
        placeholder == .album ? [columns.album] : GroupKeyEncoder.names(placeholder, columns)
      return tables.map { names in
        choice(names) { names.isNone($0) ? nil : names.folded.string($0) }
      }
    }
  }

  private func number(
    _ placeholder: GroupTemplate.Placeholder, _ detail: TemplateField.Detail?
  ) -> Choice {
    let columns = catalog.columns
    let value: (Int) -> Int?
    switch placeholder {
    case .date, .year: value = { columns.year[$0] == 0 ? nil : Int(columns.year[$0]) }
    case .decade: value = { columns.year[$0] == 0 ? nil : Int(columns.year[$0]) / 10 }
    case .bpm:
      let width = TemplateValues.width(detail)
      value = { TemplateValues.bpmRange(columns.bpm[$0], width: width) }
    case .key: value = { columns.key[$0] == 0 ? nil : Int(columns.key[$0]) }
    case .energy: value = { columns.energy[$0] == 0 ? nil : Int(columns.energy[$0]) }
    case .rating: value = { columns.rating[$0] == 0 ? nil : Int(columns.rating[$0]) }
    case .disc: value = { columns.disc[$0] > 0 ? Int(columns.disc[$0]) : nil }
    case .track: value = { columns.track[$0] > 0 ? Int(columns.track[$0]) : nil }
    case .added:
      let unit = TemplateValues.unit(detail)
      var days = LocalDays(zone)
      value = { days.number(of: Int64(columns.added[$0]), unit) }
    default: value = { _ in nil }
    }
    // Different placeholders never share a number.
    let index = UInt64(GroupTemplate.Placeholder.allCases.firstIndex(of: placeholder) ?? 0)
    return Choice(
      code: { value($0).map { Kind.number.code(index << 32 | UInt64($0)) } ?? 0 },
      hash: { track, hash in
        hash.add(byte: UInt8(index))
        hash.add(text: Array("\(value(track) ?? 0)".utf8))
      },
      isDate: placeholder.isDate)
  }
}
