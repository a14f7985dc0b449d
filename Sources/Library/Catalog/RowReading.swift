internal import Catalog
internal import Music

/// Reads one track's row, with state carried from one row to the next.
struct RowReading {
  private var folder = ReadFolder()
  private var format = ReadFormat()
  private var keys = KeyCache()

  /// The columns to select.
  static let columns = columnsInOrder.joined(separator: ", ")

  static let columnsInOrder: [String] = {
    var (reading, row, batch) = (RowReading(), SelectedRow(), CatalogBatch())
    reading.append(&row, to: &batch)
    return row.columns
  }()

  mutating func append(_ row: inout SelectedRow, to batch: inout CatalogBatch) {
    let numbers = numbers(&row)
    var texts = CatalogBatch.Texts()
    let name = readPath(&row, root: numbers.root, into: &texts, &batch)
    let title = Name(row.column("t.title"), sortedBy: row.column("t.title_sort"))
    let artist = Name(row.column("t.artist"), sortedBy: row.column("t.artist_sort"))
    let albumArtist = Name(
      row.column("t.album_artist"), sortedBy: row.column("t.album_artist_sort"))
    let album = Name(row.column("t.album"), sortedBy: row.column("t.album_sort"))
    let albumCredit = row.column("t.credit")
    texts.title = batch.text(title.value.isNull ? name.withoutExtension : title.value.text)
    texts.artist = batch.text(artist.value.text)
    texts.albumCredit = batch.text(albumCredit.text)
    texts.albumArtist = batch.text(albumArtist.value.text)
    texts.album = batch.text(album.value.text)
    texts.genre = batch.text(row.column("t.genre").text)
    texts.format = format.append(
      codec: row.column("t.codec").text, container: row.column("t.container").text, to: &batch)
    let labels = RowReading.labels(&row, &batch)
    // A sort name belongs to a name. The artist and the album artist share one where they are
    // equal, and the album credit is one of them or has none.
    let hasTitle = !title.sortName.isNull && !title.value.isNull
    let hasArtist = !artist.sortName.isNull || !albumArtist.sortName.isNull
    guard hasTitle || hasArtist || !album.sortName.isNull else {
      return batch.append(numbers, texts, labels: labels)
    }
    var sortNames = CatalogBatch.SortTexts()
    if hasTitle { sortNames.title = batch.text(title.sortName.text) }
    if !album.sortName.isNull { sortNames.album = batch.text(album.sortName.text) }
    if hasArtist {
      sortNames.artist = batch.text(Name.sortName(of: artist.value.text, artist, albumArtist))
      sortNames.albumCredit = batch.text(Name.sortName(of: albumCredit.text, albumArtist, artist))
    }
    batch.append(numbers, texts, sortNames, labels: labels)
  }

  /// The labels of the few tracks that have some.
  private static func labels(_ row: inout SelectedRow, _ batch: inout CatalogBatch)
    -> CatalogBatch.Labels?
  {
    let track = row.column("l.track")
    let (category, tags) = (row.column("l.category"), row.column("l.tags"))
    let (collection, mood) = (row.column("l.collection"), row.column("l.mood"))
    let primary = row.column("l.primary_track")
    guard !track.isNull else { return nil }
    var labels = CatalogBatch.Labels()
    labels.category = batch.text(category.text)
    labels.tags = batch.text(tags.text)
    labels.collection = batch.text(collection.text)
    labels.mood = batch.text(mood.text)
    labels.primary = primary.number
    return labels
  }

  private struct Name {
    let value: SelectedRow.Value
    let sortName: SelectedRow.Value

    init(_ value: SelectedRow.Value, sortedBy sortName: SelectedRow.Value) {
      (self.value, self.sortName) = (value, sortName)
    }

    /// The sort name of the first of two names that is a text and has a sort name.
    static func sortName(of text: RowBytes, _ first: Name, _ second: Name) -> RowBytes {
      let sortName = first.sortName(of: text)
      return sortName.isEmpty ? second.sortName(of: text) : sortName
    }

    private func sortName(of text: RowBytes) -> RowBytes {
      value.text.elementsEqual(text) ? sortName.text : RowBytes(start: nil, count: 0)
    }
  }

  /// Returns the name of the file.
  private mutating func readPath(
    _ row: inout SelectedRow, root: Int64, into texts: inout CatalogBatch.Texts,
    _ batch: inout CatalogBatch
  ) -> RowBytes {
    let (path, number) = (row.column("t.path").bytes, row.column("t.folder").number)
    let (folderPath, rootPath) = (row.column("f.path"), row.column("r.path"))
    let isFile = row.column("r.is_file").isTrue
    // A row mostly has the folder of the last one.
    if batch.count == 0 || !folder.isSame(number, root: root) {
      folder.read(
        number, root: root, path: folderPath.bytes,
        rootPath: rootPath.isNull ? nil : rootPath.bytes, isFile: isFile)
      folder.append(to: &batch)
    }
    (texts.folder, texts.searchedFolder) = folder.spans
    let name = path.afterLastSlash
    // The whole address is a stream's name; the ids of a server are no names.
    if !folder.isOfServer { texts.name = batch.text(folder.isOfStreams ? path : name) }
    return name
  }

  // MARK: Numbers

  private mutating func numbers(_ row: inout SelectedRow) -> CatalogNumbers {
    var numbers = CatalogNumbers(id: row.column("t.id").number)
    numbers.root = row.column("t.root").number
    numbers.duration = row.column("t.duration").number / 1_000
    numbers.year = row.column("t.year").number
    numbers.track = row.column("t.track").number
    numbers.disc = row.column("t.disc").number
    numbers.rating = row.column("m.rating").number
    numbers.reaction = row.column("m.reaction").number
    numbers.plays = row.column("m.plays").number
    numbers.played = row.column("m.last_played").number
    numbers.added = row.column("t.added").number
    numbers.modified = row.column("t.modified").number / 1_000_000_000
    numbers.bitRate = row.column("t.bit_rate").number
    numbers.sampleRate = row.column("t.sample_rate").number
    numbers.energy = row.column("a.energy").real
    numbers.loudness = row.column("a.loudness").real
    numbers.tuning = row.column("a.tuning").real
    let preference: ValuePreference =
      row.column(ValuePreference.isAnalysis).isTrue ? .analysis : .tags
    numbers.bpm = bpm(&row, preference)
    numbers.key = key(&row, preference)
    numbers.flags = flags(&row)
    return numbers
  }

  private func bpm(_ row: inout SelectedRow, _ preference: ValuePreference) -> Double {
    let user = row.column("m.set_bpm").real
    let tag = TrackFindings.tempo(row.column("t.bpm").real)
    let found = row.column("a.bpm").real
    let source = TrackFindings.source(
      hasUser: user != nil, hasTag: tag != nil, hasFound: found != nil, preference)
    return switch source {
    case .user: user ?? 0
    case .tag: tag ?? 0
    case .analysis: found ?? 0
    case nil: 0
    }
  }

  private mutating func key(_ row: inout SelectedRow, _ preference: ValuePreference)
    -> MusicalKey?
  {
    let user = AnalysisRow.key(row.column("m.set_key").optional)
    let text = row.column("t.key")
    let tag = text.isNull ? nil : keys.key(text.text)
    let found = AnalysisRow.key(row.column("a.key").optional)
    let source = TrackFindings.source(
      hasUser: user != nil, hasTag: tag != nil, hasFound: found != nil, preference)
    return switch source {
    case .user: user
    case .tag: tag
    case .analysis: found
    case nil: nil
    }
  }

  private func flags(_ row: inout SelectedRow) -> TrackFlags {
    // An empty literal is built by generic code, once for each row.
    var flags = TrackFlags(rawValue: 0)
    if row.column("t.missing").isTrue { flags.insert(.missing) }
    if row.column(TrackRow.isOffline).isTrue { flags.insert(.offline) }
    if row.column("t.compilation").isTrue { flags.insert(.compilation) }
    if row.column("t.fault IS NOT NULL").isTrue { flags.insert(.faulty) }
    if row.column("m.notes <> ''").isTrue { flags.insert(.hasNotes) }
    if row.column("a.track IS NOT NULL AND a.fault IS NULL").isTrue { flags.insert(.analyzed) }
    if row.column("a.is_constant = 0 AND m.set_bpm IS NULL").isTrue { flags.insert(.unsteady) }
    if row.column(BookColumns.isPart).isTrue { flags.insert(.book) }
    return flags
  }
}
