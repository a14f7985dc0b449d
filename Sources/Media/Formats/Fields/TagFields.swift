import Music

/// Collects the tags of a file from several tag blocks; earlier blocks take precedence.
struct TagFields {
  private var found = Tags()
  /// Names found in this block, and those fixed by earlier blocks, one bit each.
  private var present: UInt32 = 0
  private var fixed: UInt32 = 0
  /// The rank of the date's source field: smaller is better.
  private var dateRank = UInt8.max
  private var artistsByName: [String] = []
  private var broadcast = ReplayGain()
  private var recordingID: String?
  private var releaseID: String?
  private var artistIDs: [String] = []
  private(set) var hasPicture = false

  /// The longest field in bytes, and the most values per field.
  static let maximumLength = 4_096
  private static let maximumValues = 64

  /// Starts the next tag block.
  mutating func startBlock() {
    fixed = present
    // Dates have several names; a date that was found fixes all of them.
    if found.date != nil { dateRank = 0 }
  }

  mutating func add(_ name: TagName, _ bytes: ByteView) {
    guard name != .picture else { return hasPicture = true }
    guard isOpen(name), let text = TagText.field(bytes, longest: TagFields.maximumLength) else {
      return
    }
    add(name, text)
  }

  mutating func addPicture() { hasPicture = true }

  private func isOpen(_ name: TagName) -> Bool { fixed & 1 << UInt32(name.rawValue) == 0 }

  mutating func add(_ name: TagName, _ text: String) {
    guard isOpen(name), !text.isEmpty else { return }
    present |= 1 << UInt32(name.rawValue)
    switch name {
    case .title: Self.keep(&found.title, text)
    case .artist: Self.keep(&found.artist, &found.artists, text)
    case .albumArtist: Self.keep(&found.albumArtist, text)
    case .album: Self.keep(&found.album, text)
    case .genre: Self.keep(&found.genre, &found.genres, text)
    case .artists: if artistsByName.count < TagFields.maximumValues { artistsByName.append(text) }
    case .date, .year, .releaseDate: setDate(text, rank: name.rawValue)
    case .originalDate: found.originalDate = text
    case .originalYear: Self.keep(&found.originalDate, text)
    case .track: Self.setNumber(&found.trackNumber, &found.trackTotal, text)
    case .trackTotal: Self.keep(&found.trackTotal, TagNumber.whole(text.utf8))
    case .disc: Self.setNumber(&found.discNumber, &found.discTotal, text)
    case .discTotal: Self.keep(&found.discTotal, TagNumber.whole(text.utf8))
    case .bpm: Self.keep(&found.bpm, TagNumber.tempo(text))
    case .key: Self.keep(&found.key, text)
    case .titleSort: Self.keep(&found.titleSort, text)
    case .artistSort: Self.keep(&found.artistSort, text)
    case .albumArtistSort: Self.keep(&found.albumArtistSort, text)
    case .albumSort: Self.keep(&found.albumSort, text)
    case .compilation: found.isCompilation = found.isCompilation || TagNumber.isTrue(text)
    case .trackGain: Self.keep(&found.replayGain.trackGain, TagNumber.gain(text))
    case .trackPeak: Self.keep(&found.replayGain.trackPeak, TagNumber.peak(text))
    case .albumGain: Self.keep(&found.replayGain.albumGain, TagNumber.gain(text))
    case .albumPeak: Self.keep(&found.replayGain.albumPeak, TagNumber.peak(text))
    case .broadcastTrackGain: Self.keep(&broadcast.trackGain, TagNumber.broadcastGain(text))
    case .broadcastAlbumGain: Self.keep(&broadcast.albumGain, TagNumber.broadcastGain(text))
    case .recordingID: Self.keep(&recordingID, text)
    case .releaseID: Self.keep(&releaseID, text)
    case .artistID:
      // One field may have several.
      let ids = text.split { "/;, ".contains($0) }.map(String.init)
      artistIDs += ids.prefix(TagFields.maximumValues - artistIDs.count)
    case .picture: hasPicture = true
    }
  }

  private static func keep<Value>(_ field: inout Value?, _ value: Value?) {
    if field == nil { field = value }
  }

  private static func keep(_ first: inout String?, _ all: inout [String], _ text: String) {
    if first == nil { first = text }
    if all.count < TagFields.maximumValues { all.append(text) }
  }

  private mutating func setDate(_ text: String, rank: UInt8) {
    guard rank < dateRank else { return }
    found.date = text
    dateRank = rank
  }

  /// "3/12"; 0 stands for no number.
  private static func setNumber(_ number: inout Int?, _ total: inout Int?, _ text: String) {
    keep(&number, TagNumber.whole(text.utf8))
    guard total == nil, let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return }
    total = TagNumber.whole(text.utf8[text.utf8.index(after: slash)...])
  }

  /// ID3v2.3's separate day and month: "0305" is the third of May.
  mutating func addDay(_ text: String) {
    guard let year = found.date, year.utf8.count == 4, text.utf8.count == 4,
      text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), text != "0000"
    else { return }
    found.date = "\(year)-\(text.suffix(2))-\(text.prefix(2))"
  }

  /// The collected tags. For Opus, R128 gains take precedence over ReplayGain.
  func tags(isOpus: Bool = false) -> Tags {
    var tags = found
    if artistsByName.count > 1 { tags.artists = artistsByName }
    tags.artist = tags.artist ?? artistsByName.first
    if tags.artists.count < 2 { tags.artists = [] }
    if tags.genres.count < 2 { tags.genres = [] }
    tags.date = tags.date ?? tags.originalDate
    tags.musicBrainz = MusicBrainzIDs(
      recording: recordingID, release: releaseID, artists: artistIDs)
    let gain = tags.replayGain
    let (first, second) = isOpus ? (broadcast, gain) : (gain, broadcast)
    tags.replayGain = ReplayGain(
      trackGain: first.trackGain ?? second.trackGain,
      trackPeak: isOpus && first.trackGain != nil ? nil : gain.trackPeak,
      albumGain: first.albumGain ?? second.albumGain,
      albumPeak: isOpus && first.albumGain != nil ? nil : gain.albumPeak)
    return tags
  }
}
