internal import CFFmpeg
internal import Music

extension TagSet {
  /// The tags of a file: every one that its format's own reader finds, and the rest as a scan of the
  /// library reads them.
  init(of path: FilePath, _ facts: MediaFacts) {
    self.init()
    // Tags that cannot be read are no reason to leave out a file.
    let texts = (try? Self.texts(of: path, facts)) ?? []
    if texts.isEmpty {
      readDictionaries(of: path)
    } else {
      // The known ones first, since there may be too many others.
      for isKnown in [true, false] { for text in texts { add(text, ifKnown: isKnown) } }
    }
    fill(from: facts.tags)
  }

  private static func texts(
    of path: FilePath, _ facts: MediaFacts
  ) throws(TagWriteError) -> [TagValues] {
    let file = try OpenedFile(path)
    guard file.identity.fileStamp == facts.file else { throw .changedMeanwhile }
    return try TagFile(
      file.descriptor, size: facts.file.size, container: facts.audio.container,
      codec: facts.audio.codec
    ).texts
  }

  private mutating func add(_ text: TagValues, ifKnown isKnown: Bool? = nil) {
    guard let name = TagNaming.vorbis(text.name, in: text.family),
      isKnown.map({ $0 == (TagNaming.byVorbis[name] != nil) }) ?? true
    else { return }
    for value in text.values { add(value, as: name, in: text.family) }
  }

  private mutating func add(_ value: String, as name: String, in family: TagFamily?) {
    switch name {
    case "TRACKNUMBER": addNumber(name, "TRACKTOTAL", value)
    case "DISCNUMBER": addNumber(name, "DISCTOTAL", value)
    case "DATE" where family == .id3, "ORIGINALDATE" where family == .id3: break
    case "GENRE" where family == .id3:
      for genre in GenreName.genres(in: value) { add(name, genre) }
    default: add(name, value)
    }
  }

  /// Reads FFmpeg's dictionaries, for formats that have no reader of ours for all tags.
  private mutating func readDictionaries(of path: FilePath) {
    guard let source = try? TagReader.Source(path, patience: TagReader.patience) else { return }
    defer { source.close() }
    guard let container = try? TagReader.Container(source, path, demuxer: nil) else { return }
    defer { container.close() }
    let dictionaries = [
      container.format.pointee.metadata, container.audioStream?.pointee.metadata,
    ]
    for dictionary in dictionaries {
      var previous: UnsafeMutablePointer<AVDictionaryEntry>?
      for _ in 0..<Self.maximumEntries {
        let next = av_dict_get(dictionary, "", previous, Int32(AV_DICT_IGNORE_SUFFIX))
        guard let next, let name = next.pointee.key, let value = next.pointee.value else { break }
        previous = next
        let text = TagValue.lines(
          UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), longest: 65_536)
        add(TagValues(name: String(cString: name), values: [text], family: nil))
      }
    }
  }

  private static let maximumEntries = 2_000

  /// Adds what a scan reads and is missing.
  private mutating func fill(from tags: Tags) {
    fill("TITLE", tags.title)
    fill("ARTIST", tags.artist)
    if self["ARTIST"].count < 2 { for artist in tags.artists { fill(artist, into: "ARTISTS") } }
    fill("ALBUMARTIST", tags.albumArtist)
    fill("ALBUM", tags.album)
    if self["GENRE"].isEmpty {
      for genre in tags.genres { add("GENRE", genre) }
      fill("GENRE", tags.genre)
    }
    fill("DATE", tags.date)
    fill("ORIGINALDATE", tags.originalDate)
    fill("TRACKNUMBER", tags.trackNumber.map(String.init))
    fill("TRACKTOTAL", tags.trackTotal.map(String.init))
    fill("DISCNUMBER", tags.discNumber.map(String.init))
    fill("DISCTOTAL", tags.discTotal.map(String.init))
    fill("BPM", tags.bpm.map(TagPlan.text))
    fill("INITIALKEY", tags.key)
    fill("TITLESORT", tags.titleSort)
    fill("ARTISTSORT", tags.artistSort)
    fill("ALBUMARTISTSORT", tags.albumArtistSort)
    fill("ALBUMSORT", tags.albumSort)
    if tags.isCompilation { fill("COMPILATION", "1") }
    fill("MUSICBRAINZ_TRACKID", tags.musicBrainz.recording)
    fill("MUSICBRAINZ_ALBUMID", tags.musicBrainz.release)
    if self["MUSICBRAINZ_ARTISTID"].isEmpty {
      for artist in tags.musicBrainz.artists { add("MUSICBRAINZ_ARTISTID", artist) }
    }
    fill(from: tags.replayGain)
  }

  /// Appends one of several artists, unless the file names them itself.
  private mutating func fill(_ artist: String, into name: String) {
    if !self[name].contains(artist) { add(name, artist) }
  }

  private mutating func fill(from gain: ReplayGain) {
    func decibels(_ gain: Double) -> String { TagNumber.text(gain, places: 2) + " dB" }
    fill("REPLAYGAIN_TRACK_GAIN", gain.trackGain.map(decibels))
    fill("REPLAYGAIN_TRACK_PEAK", gain.trackPeak.map { TagNumber.text($0, places: 6) })
    fill("REPLAYGAIN_ALBUM_GAIN", gain.albumGain.map(decibels))
    fill("REPLAYGAIN_ALBUM_PEAK", gain.albumPeak.map { TagNumber.text($0, places: 6) })
  }
}

extension TagNumber {
  /// A number with a point and so many places, whatever the locale.
  static func text(_ number: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { whole, _ in whole * 10 }
    let whole = Int((abs(number) * Double(scale)).rounded())
    let fraction = String(whole % scale)
    let zeros = String(repeating: "0", count: places - fraction.utf8.count)
    return "\(number < 0 && whole > 0 ? "-" : "")\(whole / scale).\(zeros)\(fraction)"
  }
}
