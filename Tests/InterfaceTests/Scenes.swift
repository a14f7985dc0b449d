import Interface
import Music
import Screen

/// Whole screens with music on them, for the goldens and the pictures.
enum Scene: String, CaseIterable {
  case songs, folders, albums, nowPlaying, playlist, mix, filter, help, skins, firstRun, empty
  case equalizer, outputs, sleepTimer, stream, artists, lists, mistake, form, importPrompt, report
  case grouped, template, templateMistake, placeholders
  case smartForm, smartList, folderPicker
  case cues, cueBar
  case entryForm, drag, addAgain, relocate
  case waveform, zoom, tap, info, proposals, lyrics, lyricsTap
  case fits, arrange, mixLarge, mixJoin
  case fullScreen, fullScreenCover
  case columns, twoLines, rowCovers, grid, spectrum
  case skinEditor, addTracks, settings
  case buildForm, buildRunning, buildSignedOut, buildResult, buildWritten, buildPresets
  case devices, devicesEmpty, deviceForm, syncPlan, syncRunning
  case books, booksEmpty, booksSeries, bookPlaying, bookFullScreen, bookChapters, bookmarks
  case bookNight
  case servers, serverForm, serverRows
  case sharedList, sharedPlaylist, sharedComments, sharedChanges
  case labelForm, commentList, variations
  case tour

  /// The scenes whose layout differs most between sizes.
  static let everySize: [Scene] = [
    .songs, .help, .playlist, .mix, .filter, .firstRun, .equalizer, .outputs, .sleepTimer, .stream,
    .grouped, .template, .templateMistake, .placeholders,
    .form,
    .importPrompt, .report,
    .smartForm, .folderPicker,
    .cues, .cueBar,
    .entryForm, .addAgain, .relocate,
    .waveform, .zoom, .tap, .info, .proposals, .lyrics, .lyricsTap,
    .fits, .arrange, .mixLarge, .mixJoin, .fullScreen, .fullScreenCover,
    .columns, .twoLines, .rowCovers, .grid, .spectrum, .skinEditor, .addTracks, .settings,
    .buildForm, .buildRunning, .buildResult,
    .devices, .deviceForm, .syncPlan, .servers, .serverForm, .sharedList, .sharedPlaylist,
    .sharedComments, .sharedChanges,
    .books, .bookPlaying, .bookFullScreen, .bookChapters, .bookmarks, .bookNight,
    .labelForm, .commentList, .variations,
  ]

  static let sizes = [
    Size(rows: 10, columns: 40), Size(rows: 24, columns: 80), Size(rows: 40, columns: 120),
    Size(rows: 50, columns: 200),
  ]

  /// The sizes of its golden frames: more for views whose parts give way one after another.
  var goldenSizes: [Size] {
    switch self {
    case .waveform, .lyrics, .fullScreen, .fullScreenCover, .mixLarge, .fits, .rowCovers, .grid,
      .spectrum:
      Scene.sizes + [Size(rows: 6, columns: 30), Size(rows: 15, columns: 60)]
    case .buildRunning, .buildSignedOut, .buildWritten, .buildPresets, .devices, .devicesEmpty,
      .deviceForm, .syncPlan, .syncRunning, .books, .booksEmpty, .booksSeries, .bookPlaying,
      .bookFullScreen, .bookChapters, .bookmarks, .bookNight, .servers, .labelForm, .variations,
      .sharedList, .sharedPlaylist, .sharedComments, .sharedChanges:
      Array(Scene.sizes.prefix(3))
    // Times are those of the machine's zone.
    case .commentList: []
    case .serverForm: [Size(rows: 24, columns: 80)]
    case .serverRows: [Size(rows: 40, columns: 120)]
    default: Scene.sizes
    }
  }

  func stage(_ size: Size) -> Stage {
    var stage = Stage(
      rows: size.rows, columns: size.columns,
      tracks: self == .empty || self == .firstRun ? [] : Crate.tracks)
    if self == .firstRun {
      stage.send(
        .session(
          .startedWithoutMusic(
            proposed: FilePath("/home/ada/Music"), demo: FilePath("/home/ada/Music/Tritone Demo"))))
      return stage
    }
    guard self != .empty else { return stage }
    Crate.furnish(&stage)
    switch self {
    case .songs: stage.press("j", "j", "j")
    case .folders: stage.press("[")
    case .albums: stage.press("]", "]")
    case .nowPlaying: stage.press("Tab")
    case .playlist: stage.send(.input(.key(Key(.tab, .shift))))
    case .mix: stage.press("Tab", "Tab")
    case .filter:
      stage.press("/")
      stage.type("Night")
    case .artists: stage.press("]")
    case .lists: stage.press("]", "]", "]", "]", "]", "]", "j")
    case .mistake:
      stage.press("/")
      stage.type("night year:199x")
    case .help: stage.press("?")
    case .skins: stage.press("T")
    case .skinEditor:
      stage.press(":")
      stage.type("theme-edit")
      stage.press("Enter", "Down", "Down", "Shift-Right")
    case .settings:
      stage.begin(with: SettingsFile(values: [.themeAccent: .text("cover")]))
      stage.run("settings")
      stage.press("j", "j", "j", "j", "j")
    case .buildForm, .buildRunning, .buildSignedOut, .buildResult, .buildWritten, .buildPresets:
      Crate.build(&stage, self)
    case .devices, .devicesEmpty, .deviceForm, .syncPlan, .syncRunning:
      Crate.sync(&stage, self)
    case .books, .booksEmpty, .booksSeries, .bookPlaying, .bookFullScreen, .bookChapters,
      .bookmarks, .bookNight:
      Crate.read(&stage, self)
    case .servers, .serverForm, .serverRows: Crate.serve(&stage, self)
    case .sharedList, .sharedPlaylist, .sharedComments, .sharedChanges: Crate.share(&stage, self)
    case .labelForm, .commentList, .variations: Crate.work(on: &stage, self)
    case .tour:
      stage.run("hints on")
      stage.press("Enter")
    case .equalizer:
      stage.press("Q", "]", "Right", "Right", "PgUp", "Shift-Down")
      for (band, key) in [(0, "PgUp"), (1, "Down"), (2, "Shift-Up")] {
        stage.press("Home")
        for _ in 0..<band { stage.press("Right") }
        stage.press(key)
      }
    case .outputs:
      stage.send(.player(.devices(Crate.outputs, chosen: "usb")))
      stage.press("D")
    case .sleepTimer:
      stage.press("}", "}", "}", "}", "}", "s")
      stage.app.messages.clear()
      stage.send(.player(.sleep(.until(stage.app.now.advanced(by: .seconds(29 * 60 - 10))))))
      stage.press("z")
    case .stream: Crate.tune(&stage)
    case .grouped: Crate.group(&stage)
    case .template, .templateMistake, .placeholders:
      stage.press("W", "Ctrl-U")
      stage.type("{AlbumArtist:1} · {Album} ({Date})[ {BPM:5}")
      stage.type(self == .templateMistake ? "] {Mod}" : "]")
      if self == .placeholders { stage.press("Tab", "Down", "Down") }
    case .form: stage.press("Shift-Tab", "Backspace", "P", "Down", "Down")
    case .importPrompt: Crate.importing(&stage)
    case .report: Crate.report(&stage)
    case .smartForm:
      stage.press("S")
      stage.type("New house")
      stage.press("Tab")
      stage.type("genre:house artst:voss")
      stage.press("Enter")
    case .smartList:
      stage.press("Shift-Tab", "Backspace", "G")
    case .folderPicker:
      stage.press("Shift-Tab", "Backspace", "I")
      stage.send(.playlists(.loaded(SortedPlaylists([]), folders: Crate.folders)))
    case .cues: Crate.mark(&stage, opensList: true)
    case .cueBar: Crate.mark(&stage, opensList: false)
    case .entryForm, .drag, .addAgain, .relocate, .addTracks: Crate.edit(&stage, self, size)
    case .waveform, .zoom, .tap, .info, .proposals, .lyrics, .lyricsTap,
      .fullScreen, .fullScreenCover:
      Crate.listen(&stage, self)
    case .fits, .arrange: Crate.mixing(&stage, self)
    case .mixLarge, .mixJoin: Mixes.open(&stage, self)
    case .grid:
      Crate.cover(&stage)
      stage.press("]", "]", "j")
      stage.run("view grid")
    case .spectrum:
      Crate.listen(&stage, self)
      stage.run("visual spectrum")
      stage.app.messages.clear()
      let levels: [Float] = (0..<22).map { band in
        let fall: Int = band * band % 13 + band * 3 / 2
        return Float(-12 - fall)
      }
      stage.send(.heard(.spectrum(levels)))
    case .columns, .twoLines, .rowCovers:
      if self == .rowCovers { Crate.cover(&stage) }
      stage.press("j", ":")
      stage.type(
        self == .columns ? "columns title artist:20 genre year bpm key added time" : "rows two-line"
      )
      stage.press("Enter")
      if self == .columns {
        stage.press(":")
        stage.type("columns")
        stage.press("Enter", "j")
      }
    case .firstRun, .empty: break
    }
    return stage
  }
}

/// A fictional crate of records.
enum Crate {
  private static let albums: [(String, String, String, Double, [(String, String, Int)])] = [
    (
      "Lena Voss", "Night Ferry", "2019", 122,
      [
        ("Harbour Lights", "Am", 372), ("Night Ferry", "Em", 415), ("Undertow", "Dm", 398),
        ("Signal Buoy", "Am", 351), ("Landfall", "C", 440),
      ]
    ),
    (
      "Mirador", "Glass Gardens", "2021", 126,
      [
        ("Orangery", "F", 384), ("Condensation", "Dm", 402), ("Palm House", "Gm", 377),
        ("Fernlight", "Bb", 421),
      ]
    ),
    (
      "Kōji Tanabe", "東京ドリフト", "2017", 118,
      [
        ("首都高", "C#m", 301), ("雨の渋谷", "F#m", 333), ("Last Train", "E", 289),
      ]
    ),
    (
      "Ostkreuz", "Ringbahn", "2014", 130,
      [
        ("Westhafen", "Gm", 465), ("Gesundbrunnen", "Cm", 498), ("Frankfurter Allee", "Gm", 442),
        ("Treptower Park", "Eb", 430), ("Papestraße", "Fm", 455),
      ]
    ),
    (
      "Ada & the Engines", "Difference", "2023", 112,
      [
        ("Punched Cards", "G", 221), ("Bernoulli Numbers", "D", 254), ("Note G", "Em", 312),
      ]
    ),
    (
      "Señor Coco Jr.", "Malecón", "1998", 96,
      [
        ("Café con hielo", "Bm", 268), ("Agua de sal", "D", 292), ("Atardecer", "F#m", 345),
        ("Noche larga", "Bm", 301),
      ]
    ),
    (
      "The Paper Lanterns", "Slow Weather", "2008", 84,
      [
        ("Rain, Then Not", "A", 243), ("Barometer", "C#m", 277),
        ("A Very Long Goodbye to the Summer House by the Lake", "E", 409),
      ]
    ),
  ]

  static let tracks: [Track] = {
    var tracks: [Track] = []
    for (artist, album, year, bpm, songs) in albums {
      for (number, (title, key, seconds)) in songs.enumerated() {
        let id = Int64(tracks.count + 1)
        tracks.append(
          Track(
            id: TrackID(id),
            source: .file(FilePath("/home/ada/Music/\(artist)/\(album)/\(number + 1).flac")),
            tags: Tags(
              title: title, artist: artist, albumArtist: artist, album: album, genre: "Electronic",
              date: year, trackNumber: number + 1, bpm: bpm + Double(number), key: key),
            audio: AudioProperties(
              duration: .seconds(seconds), codec: "flac", container: "flac", sampleRate: 44100,
              bitDepth: 16, channels: 2, hasArt: true),
            plays: Int(id) % 7, rating: Rating(stars: Int(id) % 6),
            reaction: Reaction(rawValue: Int(id) % 4) ?? .none, isMissing: id == 9))
      }
    }
    return tracks
  }()

  /// Fills a stage: slots, playlists, something that plays.
  static func furnish(_ stage: inout Stage) {
    let playlists = [
      Samples.playlist(1, "Warm-up", 12), Samples.playlist(2, "Peak", 9),
      Samples.playlist(3, "Friday at the harbour", 31), Samples.playlist(4, "Closing", 5),
    ]
    let board = MixBoard(
      playlists: [.one: playlists[0], .two: playlists[1]],
      timelines: [
        .one: timeline([1, 2, 5, 3, 4, 6, 8, 9, 13, 12, 14, 15]),
        .two: timeline([4, 6, 12, 13, 14, 15, 16, 17, 10]),
      ])
    stage.send(.playlists(.mixBoardLoaded(board)))
    stage.rows[ListQuery(.playlists)] = [
      .playlistFolder(folders[0], depth: 0),
      .playlistFolder(folders[1], depth: 1),
      .playlist(ListRow.PlaylistNode(playlist: playlists[2], slots: [], depth: 1)),
      .playlist(ListRow.PlaylistNode(playlist: playlists[0], slots: [.one], depth: 1)),
      .playlist(ListRow.PlaylistNode(playlist: playlists[1], slots: [.two], depth: 1)),
      .playlist(ListRow.PlaylistNode(playlist: playlists[3], slots: [], depth: 0)),
      .playlist(ListRow.PlaylistNode(playlist: smart, slots: [], depth: 0)),
    ]
    stage.rows[ListQuery(.songs)] = tracks.map { .track($0, slots: slots($0)) }
    stage.rows[ListQuery(.songs, filter: "Night")] = tracks.filter {
      ($0.title + ($0.tags.album ?? "")).contains("Night")
    }.map { .track($0, slots: slots($0)) }
    stage.rows[ListQuery(.folder(nil))] =
      albums.map {
        .folder(
          ListRow.Folder(
            path: FilePath("/home/ada/Music/\($0.0)"), name: $0.0, tracks: $0.4.count,
            duration: .seconds($0.4.reduce(0) { $0 + $1.2 })))
      }
    stage.rows[ListQuery(.artists)] = albums.map {
      .artist(
        ListRow.Artist(
          name: $0.0, albums: 1, tracks: $0.4.count,
          duration: .seconds($0.4.reduce(0) { $0 + $1.2 })))
    }
    stage.rows[ListQuery(.lists)] = BuiltInList.allCases.enumerated().map {
      .list(ListRow.BuiltIn(list: $1, tracks: $0 * 431, duration: .seconds($0 * 431 * 245)))
    }
    stage.rows[ListQuery(.albums)] = albums.map { artist, album, year, _, songs in
      .album(
        ListRow.Album(
          key: AlbumKey(artist: artist, name: album), year: Int(year), tracks: songs.count,
          duration: .seconds(songs.reduce(0) { $0 + $1.2 })))
    }
    var entries: [ListRow] = []
    for (artist, album, _, _, _) in albums.prefix(3) {
      let own = tracks.filter { $0.tags.album == album }
      entries.append(
        .group(
          ListRow.Group(
            key: album, text: "\(artist) — \(album)", tracks: own.count,
            duration: own.reduce(.zero) { $0 + ($1.audio.duration ?? .zero) })))
      entries += own.map {
        .entry(
          ListRow.Entry(
            id: EntryID($0.id.rawValue), position: Int($0.id.rawValue), track: $0, slots: slots($0),
            sound: sound($0)))
      }
    }
    stage.rows[ListQuery(.playlist(PlaylistID(3)))] = entries
    stage.send(
      .theme(
        .listed([
          "foobar Dark", "foobar Light", "Obsidian", "Tidal", "Vinyl", "Winamp", "Windows Media",
        ])))
    stage.send(.library(.changed))
    stage.send(.player(.output(.ready("Speakers"))))
    stage.press("j")
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(83))))))
    }
    stage.press("k", "Shift-Tab")
    // The playlists pane shows the third playlist.
    stage.press("j", "j", "Enter", "j", "Tab")
    stage.app.messages.clear()
  }

  /// A mix of some tracks, with energies that their tags do not have.
  private static func timeline(_ numbers: [Int]) -> MixTimeline {
    var (start, entries) = (Duration.zero, [MixTimeline.Entry]())
    for (index, number) in numbers.enumerated() {
      let track = tracks[number - 1]
      // As long together as the playlist says.
      let length: Duration =
        track.isMissing ? .zero : .seconds(241 + (index % 2 == 0 ? 1 : -1) * (index / 2 % 3) * 40)
      entries.append(
        MixTimeline.Entry(
          id: EntryID(Int64(1_000 + number)), track: track.id, start: start, length: length,
          point: MixPoint(
            bpm: track.findings.bpm, key: number == 14 ? nil : track.findings.key,
            energy: 2 + index * 7 % 9),
          isMissing: track.isMissing))
      start += length
    }
    return MixTimeline(entries: entries, count: entries.count, duration: start)
  }

  static let folders = [
    PlaylistFolder(
      id: PlaylistFolderID(1), name: "Club nights", playlistCount: 3, trackCount: 52,
      duration: .seconds(52 * 240)),
    PlaylistFolder(
      id: PlaylistFolderID(2), name: "2024", parent: PlaylistFolderID(1), isCollapsed: true,
      playlistCount: 4, trackCount: 81, duration: .seconds(81 * 240)),
    PlaylistFolder(id: PlaylistFolderID(3), name: "Festivals"),
  ]

  private static let smart = Playlist(
    id: PlaylistID(5), name: "New house", notes: "what came in November, best first",
    color: "gold", targetBPM: 124, trackCount: 40, duration: .seconds(9600),
    smart: SmartQuery("genre:house added:<30d", sort: .added, isDescending: true, limit: 40))

  static let outputs = [
    OutputDevice(name: "pci", description: "Built-in Audio Analog Stereo", isDefault: true),
    OutputDevice(name: "usb", description: "USB DAC"),
    OutputDevice(name: "raop", description: "Kitchen", isRemote: true),
  ]

  /// The songs under headers, one of them collapsed, the cursor on another.
  static func group(_ stage: inout Stage) {
    stage.press("g")
    let query = stage.app.library.query
    guard let template = try? GroupTemplate("{AlbumArtist} — {Album}") else { return }
    var (grouped, collapsed) = (query, query)
    grouped.template = template
    collapsed.template = template
    collapsed.collapsed.toggle("1")
    let headers = stage.groups(grouped).rows
    func rows(_ query: ListQuery) -> [ListRow] {
      headers.flatMap { header -> [ListRow] in
        guard case .group(var group) = header else { return [] }
        let isHidden = query.collapsed.contains(group.key)
        let own = tracks.filter {
          "\($0.albumCredit ?? $0.tags.artist ?? "") — \($0.tags.album ?? "")" == group.text
        }
        group.isCollapsed = isHidden
        return [.group(group)] + (isHidden ? [] : own.map { .track($0, slots: slots($0)) })
      }
    }
    for query in [grouped, collapsed] { stage.rows[query] = rows(query) }
    stage.press(":")
    stage.type("template {AlbumArtist} — {Album}")
    stage.press("Enter", "g", "j", "j", "j", "j", "j", "j", "j", "y")
    stage.app.messages.clear()
  }

  /// A radio station plays: no end, and a title of its own.
  static func tune(_ stage: inout Stage) {
    let station = Track(
      id: TrackID(900), source: .stream(StreamAddress("https://radio.example/harbour.ogg")!),
      tags: Tags(title: "Harbour Radio"))
    stage.library.append(station)
    stage.send(.search(.foundToPlay([QueuedTrack(station.id)], start: 0)))
    guard let id = stage.obey() else { return }
    var clock = stage.clock(.seconds(4021))
    clock.duration = nil
    stage.send(.player(.state(.playing(id, clock))))
    stage.send(.player(.streamTitle(id, "Lena Voss - Night Ferry")))
    stage.send(.player(.buffering(id)))
    stage.press("Tab")
    stage.app.focus = .nowPlaying
    stage.app.messages.clear()
  }

  /// Gives the current track cues of every kind.
  static func mark(_ stage: inout Stage, opensList: Bool) {
    stage.cues = [
      Cue(id: CueID(1), time: .milliseconds(4_120), kind: .mixIn, name: "first kick"),
      Cue(id: CueID(2), time: .seconds(16), end: .seconds(47), kind: .intro),
      Cue(id: CueID(3), time: .milliseconds(61_500), kind: .marker, color: "pink"),
      Cue(
        id: CueID(4), time: .milliseconds(75_250), kind: .drop, name: "The ferry sounds its horn"),
      Cue(
        id: CueID(5), time: .seconds(98), end: .milliseconds(128_330), kind: .loop, color: "blue"),
      Cue(id: CueID(6), time: .seconds(140), kind: .breakdown),
      Cue(id: CueID(7), time: .seconds(166), end: .seconds(174), kind: .mixOut, name: "霧の港"),
    ]
    stage.send(.library(.changed))
    if opensList {
      stage.app.focus = .nowPlaying
      stage.press("C", "Down")
    } else {
      stage.app.focus = .nowPlaying
    }
    stage.app.messages.clear()
  }

  private static func sound(_ track: Track) -> EntryPlayback {
    switch track.id.rawValue {
    case 1: EntryPlayback(crossfade: .seconds(5), start: .seconds(30), end: .seconds(350), gain: -3)
    case 3: EntryPlayback(crossfade: .seconds(8))
    case 4: EntryPlayback(gain: 1.5)
    default: EntryPlayback()
    }
  }

  private static func slots(_ track: Track) -> Set<MixSlot> {
    switch track.id.rawValue {
    case 2: [.one]
    case 4: [.one, .two]
    case 6: [.two]
    case 12: [.one, .two, .three]
    default: []
    }
  }
}
