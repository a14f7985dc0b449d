import Music
import Screen

@testable import Interface

/// An interface on a stage: keys go in, effects are recorded, the test gives the answers.
struct Stage {
  var app: App
  /// Other terminals at the same player.
  var others: [TerminalState] = []
  /// The effects since the last `receive`, without loads of lists.
  private(set) var effects: [Effect] = []
  private(set) var loads: [Effect] = []

  init(
    rows: Int = 40, columns: Int = 120, tracks: [Track] = Samples.tracks, mode: BrowseMode = .songs
  ) {
    app = App(
      size: Size(rows: rows, columns: columns), now: .now, theme: .fallback, mode: mode)
    library = tracks
    send(.resized(app.size))
  }

  /// The answer to a request for a list of tracks.
  var library: [Track]
  /// The cue points of every track.
  var cues: [Cue] = []
  /// The tracks' findings and waveforms.
  var analyses: [TrackID: TrackAnalysis] = [:]
  var waveforms: [TrackID: WaveformLevels] = [:]
  var covers: [TrackID: Picture] = [:]
  /// By the names of albums.
  var albumCovers: [String: Picture] = [:]
  var lyrics: [TrackID: TrackLyrics] = [:]
  /// The comments of all tracks, and the values of labels.
  var comments: [TrackComment] = []
  var labels: [LabelField: [LabelValue]] = [:]
  /// The requested previews of templates, and whether they are answered.
  var previews: [ListQuery] = []
  var answersPreviews = true
  /// Whether answers are held back until `deliver`; tracks to play and queue are found then, too.
  var holdsAnswers = false
  private(set) var held: [Event] = []
  /// Whether requested lists do not come.
  var holdsLists = false
  /// Whether edits are under way without end.
  var holdsEdits = false
  /// Rows of the lists of books, and the books themselves.
  var bookRows: [BookList: [BookListRow]] = [:]
  var books: [LoadedBook] = []
  /// Rows of the playlists pane by query; nothing else is known there.
  var rows: [ListQuery: [ListRow]] = [:]
  /// The playlist that a query lists.
  var playlists: [ListQuery: Playlist] = [:]
  /// The totals of playlists, the rest of the open one, and the notes of entries.
  var totals: [ListQuery: PlayTotal] = [:]
  var remaining: PlayTotal?
  var notes: [EntryID: String] = [:]

  /// - Parameters:
  ///   - isOwn: Whether the event answers the used terminal alone.
  ///   - isAnswer: Whether it answers the used terminal, and changes what others show.
  mutating func send(_ event: Event, isOwn: Bool = false, isAnswer: Bool = false) {
    var pending = [event]
    // A list's answer may ask for more rows, but never without end.
    for _ in 0..<100 where !pending.isEmpty {
      var answers: [Event] = []
      let handled = pending.removeFirst()
      let (own, requests) = app.handle(
        handled, beside: &others, isOwn: isOwn, isAnswer: isAnswer)
      for effect in own + requests.joined() {
        switch effect {
        case .list(.load(let slot, let query, let wanted, let anchor, let serial)):
          loads.append(effect)
          if holdsLists { continue }
          var window = window(query, wanted.range, anchor)
          let count = min(wanted.ends, window.count)
          window.ends = [0, window.count - count].filter { _ in count > 0 }.map { start in
            let part = self.window(query, start..<start + count, nil)
            return ListPart(start: start, rows: part.rows, openGroup: part.openGroup, notes: notes)
          }
          answers.append(.list(.loaded(slot, window, serial: serial)))
        case .list(.jump(let slot, let query, let range, let text, let serial)):
          loads.append(effect)
          if holdsLists { continue }
          answers.append(
            .list(.loaded(slot, jump(query, range, to: text), serial: serial)))
        case .list(.loadQueue(let items, let start, let count, let anchorIndex, let serial)):
          loads.append(effect)
          if holdsLists { continue }
          let rows = items.map { item in
            let id = item.queued.track
            return ListRow.queueItem(
              ListRow.Queued(
                item: item,
                track: library.first { $0.id == id }
                  ?? Track(id: id, source: .file(FilePath("?"))),
                slots: []))
          }
          let window = ListWindow(
            query: ListQuery(.songs), count: count, trackCount: count, start: start, rows: rows,
            anchorIndex: anchorIndex)
          answers.append(.list(.loaded(.queue, window, serial: serial)))
        case .load(.track(let id, let entry)):
          if let track = track(id, entry) {
            answers.append(.track(.loaded(track, entry: entry)))
          }
        case .load(.cues(let id, let serial)):
          answers.append(.cues(.loaded(id, cues, serial: serial)))
        case .load(.cueList(let id)):
          answers.append(.cues(.listLoaded(id, library.first { $0.id == id }, cues)))
        case .load(.comments(let id)):
          answers.append(.comments(.loaded(id, comments.filter { $0.track == id })))
        case .load(.variations(let id)):
          answers.append(.variations(.loaded(id, variations(of: id))))
        case .load(.labelValues): answers.append(.labels(.valuesLoaded(labels)))
        case .load(.analysis(let id)):
          loads.append(effect)
          answers.append(.track(.analysisLoaded(id, analyses[id], waveforms[id])))
        case .load(.lyrics(let id)):
          loads.append(effect)
          answers.append(.track(.lyricsLoaded(id, lyrics[id])))
        case .load(.cover(let request)):
          answers.append(.track(.coverLoaded(request, cover(for: request))))
        case .load(.album(let key)):
          let rows = library.filter { $0.tags.album == key.name }.map {
            ListRow.track($0, slots: [])
          }
          answers.append(.list(.albumLoaded(key, rows)))
        case .load(.info(let id)):
          let track = library.first { $0.id == id }
          answers.append(
            .track(
              .infoLoaded(
                track.map {
                  TrackInfo(track: $0, analysis: analyses[id], cues: cues, added: "today")
                })))
        case .library(.pollExternalChanges): break
        case .books(.list(let request, let serial)):
          loads.append(effect)
          if holdsLists { continue }
          answers.append(.books(.listed(bookWindow(request), serial: serial)))
        case .books(.find(let track)):
          let book = books.first { $0.book.parts.contains { $0.track == track } }
          answers.append(.books(.playing(book, of: track)))
        case .books(.load(let id, let serial)):
          answers.append(.books(.loaded(books.first { $0.book.id == id }, serial: serial)))
        case .load(.templatePreview(let query, let range, let serial)):
          previews.append(query)
          guard answersPreviews else { continue }
          answers.append(.templates(.previewed(groups(query, range), serial: serial)))
        case .load(.matches(let query, let count, let serial)):
          loads.append(effect)
          answers.append(.playlists(.matched(window(query, 0..<count, nil), serial: serial)))
        case .load(.tracksToAdd(let query, let range, let serial)):
          loads.append(effect)
          if holdsLists { continue }
          answers.append(.list(.tracksToAddFound(window(query, range, nil), serial: serial)))
        case .load(.remaining(let playlist, let entry)):
          answers.append(.entries(.remainingLoaded(playlist, entry, remaining)))
        // What an edit may have changed is read again.
        case .load where handled == .editEnded: loads.append(effect)
        default:
          effects.append(effect)
          if effect.isEdit, !holdsEdits { answers.append(.editEnded) }
          if holdsAnswers, let answer = found(effect) { answers.append(answer) }
        }
      }
      if holdsAnswers { held += answers } else { pending += answers }
    }
  }

  /// The tracks found to play or queue.
  private func found(_ effect: Effect) -> Event? {
    switch effect {
    case .find(.toPlay(let selection, let start, let serial)):
      let tracks = tracks(of: selection)
      let index = tracks.firstIndex { start == .track($0.track) } ?? 0
      return .search(.foundToPlay(tracks, start: index, serial: serial))
    case .find(.toQueue(let selection, let next, let serial)):
      return .search(.foundToQueue(tracks(of: selection), next: next, serial: serial))
    default: return nil
    }
  }

  private func tracks(of selection: Selection) -> [QueuedTrack] {
    switch selection {
    case .tracks(let queued): return queued
    case .rows(let rows, _) where !rows.isEmpty:
      return rows.compactMap { if case .track(let id) = $0 { QueuedTrack(id) } else { nil } }
    case .rows, .all: return library.map { QueuedTrack($0.id) }
    }
  }

  /// Delivers the held answers, in any order.
  mutating func deliver(using generator: inout SeededGenerator) {
    holdsAnswers = false
    let events = held.shuffled(using: &generator)
    held = []
    for event in events { send(event) }
  }

  /// An answer that opens a window, as though requested by the last key.
  mutating func answer(_ event: Event) {
    switch event {
    case .entries(.factsLoaded): app.windows.expect(.entryForm)
    case .entries(.relocationsFound): app.windows.expect(.relocations)
    case .entries(.skippedLoaded): app.windows.expect(.addAgain)
    case .exchange(.exportRefused): app.windows.expect(.export)
    case .playlists(.smartRefused): app.windows.expect(.smartForm)
    default: break
    }
    send(event)
  }

  mutating func deliver() {
    var generator = SeededGenerator(seed: 1)
    deliver(using: &generator)
  }

  /// A track as its entry's row shows it, or else as it is in the library.
  /// The tracks of the library with the same primary one, that one first.
  private func variations(of id: TrackID) -> [Track] {
    func primary(_ track: Track) -> TrackID? {
      switch track.variation {
      case nil: nil
      case .primary: track.id
      case .variation(let primary): primary
      }
    }
    guard let wanted = library.first(where: { $0.id == id }).flatMap(primary) else { return [] }
    let all = library.filter { primary($0) == wanted }
    return all.filter { $0.id == wanted } + all.filter { $0.id != wanted }
  }

  private func track(_ id: TrackID, _ entry: EntryID?) -> Track? {
    guard let entry, let row = rows.values.joined().first(where: { $0.id == .entry(entry) })
    else { return library.first { $0.id == id } }
    return row.track
  }

  /// The headers of a template's groups in the library.
  func groups(_ query: ListQuery, _ range: Range<Int> = 0..<1_000) -> ListWindow {
    guard let template = query.template, !template.isEmpty else { return ListWindow(query: query) }
    var order: [[GroupTemplate.KeyPart]] = []
    let groups = Dictionary(grouping: library) { track in
      let key = template.key(for: track)
      if !order.contains(key) { order.append(key) }
      return key
    }
    let rows = order.enumerated().map { number, key -> ListRow in
      let tracks = groups[key] ?? []
      let years = tracks.compactMap(\.tags.year)
      let bpms = tracks.compactMap(\.tags.bpm)
      return .group(
        ListRow.Group(
          key: "\(number)",
          text: template.text(
            for: tracks[0], years: years.min().map { $0...(years.max() ?? $0) }),
          tracks: tracks.count,
          duration: tracks.reduce(.zero) { $0 + ($1.audio.duration ?? .zero) },
          bpm: bpms.isEmpty ? nil : bpms.reduce(0, +) / Double(bpms.count), isCollapsed: false))
    }
    let shown = range.clamped(to: 0..<rows.count)
    return ListWindow(
      query: query, count: rows.count, trackCount: library.count, start: shown.lowerBound,
      rows: Array(rows[shown]))
  }

  private func window(_ query: ListQuery, _ range: Range<Int>, _ anchor: RowID?) -> ListWindow {
    var listed = query
    listed.variations = .listed
    let rows =
      self.rows[listed]
      ?? (query.source == .songs
        ? library.filter { query.filter.isEmpty || $0.title.contains(query.filter) }
          .map { .track($0, slots: []) } : [])
    let clamped = range.clamped(to: 0..<rows.count)
    var window = ListWindow(
      query: query, count: rows.count, trackCount: rows.count, start: clamped.lowerBound,
      rows: Array(rows[clamped]),
      anchorIndex: anchor.flatMap { id in
        rows.firstIndex { $0.id == id }
      })
    window.playlist = playlists[query]
    window.total = totals[query]
    window.notes = notes
    return window
  }

  private func bookWindow(_ request: BookListRequest) -> BookListWindow {
    let words = request.filter.lowercased().split(separator: " ")
    let rows = (bookRows[request.list] ?? []).filter { row in
      let title = row.book?.details.title.lowercased() ?? ""
      return words.allSatisfy { title.contains($0) }
    }
    let range = request.range.clamped(to: 0..<rows.count)
    return BookListWindow(
      list: request.list, filter: request.filter, count: rows.count, start: range.lowerBound,
      rows: Array(rows[range]),
      anchorIndex: request.anchor.flatMap { id in rows.firstIndex { $0.id == id } })
  }

  /// The rows around the first title that begins so, or else around the last row.
  private func jump(_ query: ListQuery, _ range: Range<Int>, to text: String) -> ListWindow {
    let all = window(query, 0..<1_000_000, nil)
    let index = all.rows.firstIndex {
      $0.track?.title.lowercased().hasPrefix(text.lowercased()) == true
    }
    let row = index ?? all.rows.indices.last
    var answer = window(
      query, row.map { max(0, $0 - 50)..<($0 + 50) } ?? range, row.map { all.rows[$0].id })
    answer.jump = index != nil ? .found : row == nil ? .empty : .next
    return answer
  }

  /// Attaches another terminal, which is used from now on.
  mutating func attach(rows: Int = 40, columns: Int = 120) {
    let size = Size(rows: rows, columns: columns)
    others.append(app.newTerminal(others.count + 1, size: size))
    use(others.count - 1)
    send(.resized(size))
  }

  /// Uses another terminal; the one that was used takes its place.
  mutating func use(_ other: Int) { app.use(&others[other]) }

  mutating func press(_ keys: String...) {
    for text in keys {
      for key in KeySequence(text)?.keys ?? [] { send(.input(.key(key))) }
    }
  }

  mutating func type(_ text: String) {
    for character in text { send(.input(.key(Key(character)))) }
  }

  /// The effects since the last call.
  mutating func receive() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  mutating func wait(_ time: Duration) {
    app.now = app.now.advanced(by: time)
    send(.ticked)
  }

  /// Presses Enter on the selected row; the player plays it.
  mutating func playSelected() -> PlayID? {
    press("Enter")
    guard case .find(.toPlay(_, let start, let serial)) = effects.last else { return nil }
    let ids = library.map(\.id)
    let index = ids.firstIndex { start == .track($0) } ?? 0
    send(.search(.foundToPlay(ids.map { QueuedTrack($0) }, start: index, serial: serial)))
    return obey()
  }

  /// The player carries out its last `.play`.
  @discardableResult
  mutating func obey() -> PlayID? {
    for case .player(.play(let request, let position, let isPaused)) in effects.reversed() {
      effects = []
      let id = request.id
      let clock = clock(position, isAdvancing: !isPaused)
      send(.player(.state(.loading(id))))
      send(.player(.state(isPaused ? .paused(id, clock) : .playing(id, clock))))
      send(.player(.wantsNext(after: id)))
      return id
    }
    return nil
  }

  func clock(_ position: Duration = .zero, isAdvancing: Bool = true) -> PlayClock {
    PlayClock(
      position: position, at: app.now, isAdvancing: isAdvancing, duration: .seconds(180))
  }

  /// The cover of a track as it was asked for.
  private func cover(for request: CoverRequest) -> LoadedCover? {
    let name: Int
    let found: Picture?
    switch request.subject {
    case .track(let id): (name, found) = (Int(id.rawValue), covers[id])
    case .album(let key): (name, found) = (5000 + key.name.utf8.count, albumCovers[key.name])
    }
    guard let picture = found else { return nil }
    guard case .image(let imageProtocol) = request.way else { return LoadedCover(picture: picture) }
    let size = request.box
    let serial = name * 10_000 + size.rows * 100 + size.columns
    return LoadedCover(
      picture: picture,
      image: TerminalImage(
        serial: serial, id: UInt32(0x80_0000 + serial), size: size, imageProtocol: imageProtocol,
        bytes: []))
  }

  var frame: Frame { ScreenView.frame(of: app) }
  var text: String {
    // Drawn once for all rows.
    let frame = frame
    return (0..<frame.size.rows).map { frame.text(ofRow: $0) }.joined(separator: "\n")
  }
}

/// Tracks for tests: enough kinds to fill every column, and some to break them.
enum Samples {
  static let tracks: [Track] = [
    track(1, "Aerodynamic", "Daft Punk", "Discovery", "2001", 4, bpm: 123, key: "Bm", seconds: 207),
    track(2, "Blue in Green", "Miles Davis", "Kind of Blue", "1959-08-17", 3, seconds: 337),
    track(3, "Clair de lune", "Claude Debussy", "Suite bergamasque", "1905", 3, seconds: 302),
    track(4, "千本桜", "黒うさP", "初音ミク", "2011", 1, bpm: 154, key: "Dm", seconds: 244),
    track(5, "Déjà vu", "Beyoncé", "B’Day", "2006", 1, bpm: 106, key: "Gm", seconds: 240),
    track(
      6, "A very long title that goes on and on until nothing else would fit beside it",
      "An artist with a long name too", "And an album to go with them", "2020-02-02", 11,
      bpm: 174.4, key: "C#m", seconds: 4007),
    track(7, nil, nil, nil, nil, nil, seconds: nil),
    track(8, "🎧 Emoji 👩‍🎤 title", "e\u{301}a\u{300}", "اللغة العربية", "1999", 2, seconds: 61),
  ]

  static func track(
    _ id: Int64, _ title: String?, _ artist: String?, _ album: String?, _ date: String?,
    _ number: Int?, bpm: Double? = nil, key: String? = nil, seconds: Double?
  ) -> Track {
    Track(
      id: TrackID(id), source: .file(FilePath("/music/untitled \(id).flac")),
      tags: Tags(
        title: title, artist: artist, album: album, genre: nil, date: date, trackNumber: number,
        bpm: bpm, key: key),
      audio: AudioProperties(
        duration: seconds.map { .seconds($0) }, codec: "flac", container: "flac",
        sampleRate: 44100, bitDepth: 16, channels: 2),
      rating: Rating(stars: id == 2 ? 4 : 0), reaction: id == 2 ? .loved : .none)
  }

  static func playlist(_ id: Int64, _ name: String, _ count: Int = 12) -> Playlist {
    Playlist(id: PlaylistID(id), name: name, trackCount: count, duration: .seconds(count * 241))
  }
}

extension ListQuery {
  /// The query of a list of tracks as the library pane has it.
  static func folded(
    _ source: ListSource, filter: String = "", sort: SortColumn = .artist,
    isDescending: Bool = false
  ) -> ListQuery {
    ListQuery(
      source, filter: filter, sort: sort, isDescending: isDescending,
      variations: .folded(open: []))
  }
}
