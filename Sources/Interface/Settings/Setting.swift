/// The settings of config.toml, by their dotted names: the group is a section of the file.
package enum Setting: String, Sendable, CaseIterable {
  case themeName = "theme.name"
  case themeLight = "theme.light"
  case themeDark = "theme.dark"
  case themeFollow = "theme.follow"
  case themeShape = "theme.shape"
  case themeAccent = "theme.accent"

  case screenArt = "screen.art"
  case screenBidi = "screen.bidi"
  case screenMotion = "screen.motion"
  case screenVisual = "screen.visual"
  case screenWaveform = "screen.waveform"
  case screenKeys = "screen.keys"
  case screenClashes = "screen.clashes"
  case screenLayout = "screen.layout"
  case screenReader = "screen.reader"

  case listsRows = "lists.rows"
  case listsAlbums = "lists.albums"

  case columnsSongs = "columns.songs"
  case columnsFolders = "columns.folders"
  case columnsAlbum = "columns.album"
  case columnsGenre = "columns.genre"
  case columnsPlaylist = "columns.playlist"
  case columnsQueue = "columns.queue"
  case columnsDuplicates = "columns.duplicates"
  case columnsRecentlyAdded = "columns.recently-added"
  case columnsRecentlyPlayed = "columns.recently-played"
  case columnsMostPlayed = "columns.most-played"
  case columnsNeverPlayed = "columns.never-played"
  case columnsLoved = "columns.loved"
  case columnsOffline = "columns.offline"
  case columnsMissing = "columns.missing"

  case soundCrossfade = "sound.crossfade"
  case soundReplayGain = "sound.replaygain"
  case soundPreamp = "sound.preamp"
  case soundPreventsClipping = "sound.prevent-clipping"
  case soundEqualizer = "sound.equalizer"
  case soundBands = "sound.bands"
  case soundTone = "sound.tone"
  case soundBalance = "sound.balance"
  case soundMono = "sound.mono"
  case soundVolumeStep = "sound.volume-step"

  case booksSkipForward = "books.skip-forward"
  case booksSkipBack = "books.skip-back"
  case booksSpeed = "books.speed"
  case booksRewind = "books.rewind"
  case booksSleepRestart = "books.sleep-restart"
  case booksShortenSilence = "books.shorten-silence"
  case booksBoost = "books.boost"
  case booksEqualizer = "books.equalizer"
  case booksFinished = "books.finished"

  case serversCache = "servers.cache-gb"
  case serversDownloadsAtOnce = "servers.downloads-at-once"
  case serversNextBook = "servers.next-book"
  case serversDeleteFinished = "servers.delete-finished"

  case playerBackground = "player.background"
  case playerUnplugged = "player.unplugged"
  case desktopNotifications = "desktop.notifications"
  case desktopAwake = "desktop.keep-awake"
  case desktopProgress = "desktop.progress"

  case libraryWatch = "library.watch"
  case libraryAnalysis = "library.analysis"
  case librarySync = "library.sync"
  case lyricsFetch = "lyrics.fetch"
  case spotifyClientID = "spotify.client-id"
  case spotifyPort = "spotify.port"
  case logPrivate = "log.private"

  package var name: String { rawValue }

  /// The section of the file, and the name in it.
  package var path: (group: String, key: String) {
    let parts = rawValue.split(separator: ".", maxSplits: 1)
    return (String(parts[0]), String(parts[1]))
  }

  /// The groups in the order of the table.
  package static let groups = allCases.map(\.path.group).reduce(into: [String]()) {
    if $0.last != $1 { $0.append($1) }
  }

  /// Settings whose names begin with `columns`, by the kind of list as `ListColumns` names it.
  package static let columns: [(kind: String, setting: Setting)] = [
    ("songs", .columnsSongs), ("folders", .columnsFolders), ("album", .columnsAlbum),
    ("genre", .columnsGenre), ("playlist", .columnsPlaylist), ("queue", .columnsQueue),
    ("duplicates", .columnsDuplicates), ("recentlyAdded", .columnsRecentlyAdded),
    ("recentlyPlayed", .columnsRecentlyPlayed), ("mostPlayed", .columnsMostPlayed),
    ("neverPlayed", .columnsNeverPlayed), ("loved", .columnsLoved), ("offline", .columnsOffline),
    ("missing", .columnsMissing),
  ]

  /// The kind of list whose columns the setting names; nil for other settings.
  var kindOfList: String? { Setting.columns.first { $0.setting == self }?.kind }
}
