import Library
import Music

/// Edits of every kind in the library's history, chosen by a seed.
///
/// A new kind of edit belongs here, too.
struct RandomEdits {
  var library: Library
  var tracks: [TrackID]
  private var random: SeededGenerator
  private var adjusted: CueID?
  /// Whether the last edit was to extend the step before it.
  private(set) var wasContinued = false

  init(library: Library, tracks: [TrackID], seed: UInt64) {
    self.library = library
    self.tracks = tracks
    random = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ percent: Int = 50) -> Bool { number(1...100) <= percent }

  private mutating func some<Value>(_ values: [Value], percent: Int = 50) -> [Value] {
    values.filter { _ in chance(percent) }
  }

  /// A text that SQL, JSON and terminals trip over.
  private mutating func word() -> String {
    let ends = ["", "'", "\"", " WHERE id=7", "';--", "\u{1F3B5}é", "%_", "\\", "ﬁ\u{301}"]
    return "n\(number(0...300))\(ends.randomElement(using: &random) ?? "")"
  }

  private mutating func time(_ most: Int = 3_000_000) -> Duration {
    .microseconds(number(0...most))
  }

  /// One edit; a refused one must leave no trace.
  mutating func next() async throws {
    wasContinued = false
    do throws(LibraryError) {
      switch number(0...99) {
      case 0..<23: try await editLists()
      case 23..<32: try await editWholeLists()
      case 32..<55: try await editEntries()
      case 55..<73: try await editCues()
      case 73..<81: try await editLabels()
      case 81..<83: try await editTemplates()
      case 83..<86: try await importSome()
      case 86..<91: try await relocate()
      case 91..<94: try await sync()
      default: try await editTracks()
      }
    } catch {
      switch error {
      case .nameTaken, .emptyName, .noSuchPlaylist, .cue, .folderNameTaken, .folderInItself, .smart,
        .notSmart, .cycle, .templateNameTaken, .emptyTemplateName, .noSuchTemplate, .tempo,
        .noTempo, .noSuchTrack, .label:
        break
      default: throw error
      }
    }
  }

  // MARK: Playlists, folders, slots

  private mutating func editLists() async throws(LibraryError) {
    let lists = try await library.playlists()
    let word = word()
    guard let list = lists.randomElement(using: &random), lists.count < 12 || chance(30) else {
      if lists.count < 12 { _ = try await library.createPlaylist(named: word) }
      return
    }
    let slot = MixSlot.allCases.randomElement(using: &random) ?? .one
    let color = chance() ? TrackColor.allCases.randomElement(using: &random)?.rawValue : nil
    let folder = try await folder()
    switch number(0...13) {
    case 0: _ = try await library.createPlaylist(named: word, in: folder)
    case 1: try await library.renamePlaylist(list.id, to: word)
    case 2: try await library.deletePlaylist(list.id)
    case 3: try await library.assign(slot, to: chance(70) ? list.id : nil)
    case 4:
      try await library.setTargetBPM(chance() ? Double(number(60...180)) / 3 : nil, of: list.id)
    case 5: try await library.setNotes(word, of: list.id)
    case 6: try await library.setColor(color, of: list.id)
    case 7:
      let bpm = chance() ? Double(number(60...180)) : nil
      try await library.change(
        list.id, PlaylistDetails(name: word, notes: word, color: color, targetBPM: bpm))
    case 8: _ = try await library.createPlaylistFolder(named: word, in: folder)
    case 9: if let folder { try await library.renamePlaylistFolder(folder, to: word) }
    case 10: if let folder { try await library.deletePlaylistFolder(folder) }
    case 11, 12: try await library.movePlaylist(list.id, to: folder)
    default:
      let template = GroupTemplate.presets.randomElement(using: &random)?.template
      try await library.setTemplate(template ?? .none, of: list.id)
    }
  }

  private mutating func folder() async throws(LibraryError) -> PlaylistFolderID? {
    let rows = try await library.window(
      ListQuery(.playlists), range: 0..<100, anchor: nil
    ).rows
    return rows.compactMap { row in
      if case .playlistFolder(let folder, _) = row { folder.id } else { nil }
    }.randomElement(using: &random)
  }

  /// Playlists and folders as wholes, and smart ones.
  private mutating func editWholeLists() async throws(LibraryError) {
    let lists = try await library.playlists()
    guard let list = lists.randomElement(using: &random), lists.count < 16 || chance(20) else {
      return
    }
    let folders = try await library.playlistFolders()
    let folder = folders.randomElement(using: &random)
    let items = PlaylistItems(
      playlists: some(lists, percent: 30).map(\.id), folders: some(folders, percent: 30).map(\.id))
    let smart = SmartQuery(
      chance() ? "in:\"\(list.name.filter { $0 != "\"" })\"" : "rating:>2", sort: .title,
      isDescending: chance(), limit: chance() ? 3 : nil)
    let word = word()
    switch number(0...9) {
    case 9:
      let build = some(tracks).shuffled(using: &random).map { QueuedTrack($0) }
      let target: BuildTarget =
        chance() ? .new(name: word) : chance() ? .replacing(list.id) : .extending(list.id)
      _ = try await library.writeBuild(build, to: target, assigning: chance() ? .three : nil)
    case 0:
      let position: FolderPosition = folder.map { .folder($0.id) } ?? .new(word, in: nil)
      try await library.move(items, to: position)
    case 1: try await library.move(items, to: .top)
    case 2: if !items.isEmpty { try await library.delete(items) }
    case 3: _ = try await library.duplicatePlaylist(list.id)
    case 4: _ = try await library.merge(items.playlists, intoNew: word, in: folder?.id)
    case 5: _ = try await library.merge(items.playlists, into: list.id)
    case 6:
      let queue = try await library.queuedTracks(ListQuery(.playlist(list.id)))
      _ = try await library.createPlaylist(named: word, of: queue)
    case 7:
      let details = PlaylistDetails(name: word)
      if list.smart != nil {
        try await library.changeSmartPlaylist(list.id, details, smart)
      } else {
        _ = try await library.createSmartPlaylist(details, smart, in: folder?.id)
      }
    default: _ = try await library.freeze(list.id)
    }
  }

  // MARK: Entries

  private mutating func editEntries() async throws(LibraryError) {
    guard let list = try await library.playlists().randomElement(using: &random) else { return }
    let all = try await library.queuedTracks(ListQuery(.playlist(list.id))).compactMap(\.entry)
    let entries = some(all, percent: 40)
    switch number(0...13) {
    case 10: _ = try await library.addAgain(some(tracks).map { QueuedTrack($0) }, to: list.id)
    case 11, 12:
      let places: [EntryPosition?] = [
        .by(number(-3...3)), .top, .bottom, all.randomElement(using: &random).map { .before($0) },
        all.randomElement(using: &random).map { .after($0) },
      ]
      if let index = places.randomElement(using: &random) ?? nil {
        try await library.moveEntries(entries, of: list.id, index)
      }
    case 13:
      var details = EntryDetails()
      if chance() { details.crossfade = .set(chance() ? time() : nil) }
      if chance() { details.gain = .set(chance() ? Double(number(-24...12)) : nil) }
      if chance() { details.notes = .set(word()) }
      try await library.change(entries, details)
    case 0, 1, 2: _ = try await library.add(some(tracks), to: list.id)
    case 3:
      let slot = MixSlot.allCases.randomElement(using: &random) ?? .one
      _ = try await library.add(some(tracks), to: slot)
    case 4: try await library.removeEntries(entries)
    case 5, 6: try await library.moveEntries(entries, of: list.id, to: number(0...12))
    case 7:
      _ = try await library.setParts(
        of: entries, start: chance() ? .mixIn : nil, end: chance() ? .mixOut : .drop)
    default:
      let changes: [EntryChange] = [
        .crossfade(time()), .start(time()), .end(time()), .gain(Double(number(-72...36)) / 3),
        .crossfade(nil), .start(nil), .end(nil), .gain(nil),
      ]
      if let change = changes.randomElement(using: &random) {
        try await library.change(entries, change)
      }
    }
  }

  // MARK: Templates, imports, files found again

  private mutating func editTemplates() async throws(LibraryError) {
    let saved = try await library.templates().randomElement(using: &random)
    let preset = GroupTemplate.presets.randomElement(using: &random)?.template
    switch number(0...2) {
    case 0: _ = try await library.saveTemplate(preset ?? .none, named: word())
    case 1: if let saved { try await library.renameTemplate(saved.id, to: word()) }
    default: if let saved { try await library.deleteTemplate(saved.id) }
    }
  }

  /// A playlist with some tracks that are there and some that are not.
  private mutating func importSome() async throws(LibraryError) {
    guard try await library.playlists().count < 16 else { return }
    var lines: [DocumentTrack] = []
    for track in try await library.tracks(some(tracks, percent: 30)) {
      guard let path = track.source.file else { continue }
      lines.append(DocumentTrack(.file(path), line: lines.count + 1, title: track.title))
      guard chance() else { continue }
      // Under the same name, at a path without a file.
      var line = DocumentTrack(
        .file(FilePath("/gone/\(number(0...3))/\(path.name)")), line: lines.count + 1,
        title: track.title, duration: track.audio.duration)
      line.rating = Rating(stars: number(0...5))
      line.cues = [Cue(time: time(), name: word())]
      line.sound.gain = chance() ? -3 : nil
      lines.append(line)
    }
    lines.append(DocumentTrack(.file(FilePath("/gone/\(number(0...9)).flac")), title: word()))
    let document = PlaylistDocument(items: [
      .folder(name: word(), [.playlist(DocumentPlaylist(name: word(), tracks: lines))])
    ])
    let plan = try await library.planImport(document, at: FilePath("/gone/list.m3u8"))
    _ = try await library.importPlaylists(plan)
  }

  /// Plays, marks and playlists from a device.
  private mutating func sync() async throws(LibraryError) {
    var device = try await library.devices().first
    if device == nil {
      device = try await library.addDevice(
        named: "Stick", at: .folder(FilePath("/stick")), uuid: "u")
    }
    guard let device else { return }
    let contents = try await library.syncContents(for: device)
    var commit = LibraryCommit(syncID: "\(number(0...1_000_000))", time: 1)
    for track in some(contents.tracks, percent: 30) {
      var after = track.marks
      (after.rating, after.isFavorite) = (number(0...5), chance())
      let plays = number(0...2)
      commit.marks.append(
        MarksChange(
          track: track.id, plays: plays, times: (0..<plays).map { _ in Int64(number(1...9_999)) },
          before: track.marks, after: after))
    }
    for list in contents.playlists where !list.isSmart && chance() {
      commit.playlists.append(
        PlaylistChange(
          id: list.id, deviceID: "\(list.id.rawValue)", name: list.name, before: list.tracks,
          after: some(list.tracks + some(tracks, percent: 20)).shuffled(using: &random)))
    }
    if contents.playlists.count < 12, chance() {
      commit.playlists.append(
        PlaylistChange(id: nil, deviceID: "new", name: word(), before: [], after: some(tracks)))
    }
    _ = try await library.commit(commit, to: device.id)
  }

  private mutating func relocate() async throws(LibraryError) {
    let plan = try await library.relocations()
    let moves = some(plan.relocations, percent: 60).compactMap { relocation in
      relocation.candidates.first.map { Relocation.Move(from: relocation.track, to: $0.track) }
    }
    if !moves.isEmpty { _ = try await library.relocate(moves) }
  }

  // MARK: Cues

  private mutating func editCues() async throws(LibraryError) {
    guard let track = tracks.randomElement(using: &random) else { return }
    let cues = try await library.cues(of: track)
    let kind = Cue.Kind.allCases.randomElement(using: &random) ?? .marker
    let start = time()
    let end = chance(30) ? start + time(500_000) : nil
    let color = chance() ? TrackColor.allCases.randomElement(using: &random)?.rawValue : nil
    var cue = Cue(time: start, end: end, kind: kind, name: chance() ? word() : "", color: color)
    guard let old = cues.randomElement(using: &random), chance(70) else {
      try await library.addCue(cue, to: track, apart: chance() ? Cue.nearness : .zero)
      return
    }
    switch number(0...4) {
    case 0:
      cue.id = old.id
      try await library.change(cue)
    case 1: try await library.removeCues(some(cues, percent: 40).map(\.id))
    default:
      let adjustments: [CueAdjustment] = [
        .move(by: .milliseconds(number(-200...200))), .kind(by: number(-3...3)),
        .end(chance() ? time() : nil),
      ]
      // The last adjusted cue is often adjusted again.
      let id = adjusted.flatMap { chance(70) ? $0 : nil } ?? old.id
      guard let adjustment = adjustments.randomElement(using: &random) else { return }
      (adjusted, wasContinued) = (id, chance())
      _ = try await library.adjustCue(id, adjustment, isContinued: wasContinued)
    }
  }

  // MARK: Tracks

  private mutating func editTracks() async throws(LibraryError) {
    let some = some(tracks, percent: 30)
    if chance(40) { return try await correct(some) }
    switch number(0...5) {
    case 0: try await library.setRating(Rating(stars: number(0...5)), for: some)
    case 1:
      let reaction = Reaction.allCases.randomElement(using: &random) ?? .none
      try await library.setReaction(reaction, for: some)
    case 2: try await library.setNotes(chance() ? word() : "", for: some)
    case 3:
      let color = chance() ? TrackColor.allCases.randomElement(using: &random)?.rawValue : nil
      try await library.setColor(color, for: some)
    // Missing tracks are forgotten, with their entries and cues.
    case 4: if chance(10) { _ = try await library.forgetMissing(some) }
    // No edit, so no undo.
    default: try await library.markFault(nil, of: some.first ?? tracks[0])
    }
  }

  private mutating func editLabels() async throws(LibraryError) {
    let some = some(tracks, percent: 30)
    guard let track = tracks.randomElement(using: &random) else { return }
    switch number(0...9) {
    case 0..<3:
      var change = MarkChange()
      if chance() { change.category = .set(chance(70) ? TrackCategory(rawValue: word()) : nil) }
      if chance() { change.tags = .edit(adding: [word()], removing: [word()]) }
      if chance(20) { change.tags = .set(chance() ? [word(), word()] : []) }
      if chance(30) { change.collection = .set(chance() ? word() : nil) }
      if chance(30) { change.mood = .set(chance() ? word() : "") }
      if chance(30) { change.timeSignature = .set(chance() ? "7/8" : nil) }
      if chance(20) { change.rating = .set(Rating(stars: number(0...5))) }
      if chance(20) { change.notes = .set(word()) }
      try await library.change(change, of: some)
    case 3, 4: try await library.gatherVariations(some, under: track)
    case 5:
      let variations = try await library.tracks(tracks).filter {
        if case .variation = $0.variation { true } else { false }
      }
      if let one = variations.randomElement(using: &random) {
        try await library.makePrimary(one.id)
      }
    case 6: if chance(40) { try await library.separateVariations(some) }
    case 7, 8:
      let place = chance() ? time() : nil
      _ = try await library.addComment(word(), to: track, at: place)
    default:
      guard
        let comment = try await library.comments(of: tracks).values.joined()
          .sorted(by: { $0.text < $1.text }).randomElement(using: &random)
      else { return }
      if chance() {
        _ = try await library.editComment(comment.id, text: word(), place: .set(nil))
      } else {
        try await library.removeComments([comment.id])
      }
    }
  }

  private mutating func correct(_ some: [TrackID]) async throws(LibraryError) {
    switch number(0...4) {
    case 0: try await library.setTempo(chance(70) ? Double(number(60...1_300)) / 3 : nil, of: some)
    case 1:
      let factors: [Double] = [2, 0.5, 1.5, 2.0 / 3]
      let factor = factors.randomElement(using: &random) ?? 2
      try await library.multiplyTempo(by: factor, of: some)
    case 2: try await library.shiftGrid(of: some)
    case 3:
      try await library.setKey(MusicalKey(number: UInt8(number(0...24))), of: some)
    // No edit either: the background analysis.
    default: try await analyse()
    }
  }

  /// Saves analyses of some pending tracks, which is no edit.
  private mutating func analyse() async throws(LibraryError) {
    let tasks = some(try await library.analysisTasks(limit: 9))
    try await library.saveAnalyses(
      tasks.map { task in
        var analysis = TrackAnalysis(parts: [.tempo, .key, .energy])
        analysis.tempo = TempoEstimate(
          bpm: Double(60 + task.track.rawValue), confidence: 0.5, grid: .beats([1, 2.5, 4]))
        analysis.energy = EnergyMeasurement(value: Double(task.track.rawValue))
        return (task, .found(analysis))
      })
  }
}
