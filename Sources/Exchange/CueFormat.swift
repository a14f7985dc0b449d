package import Music

/// CUE sheets: the tracks of one or several audio files.
package enum CueFormat {
  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let sheet: CueSheet
    let text = try FileText(bytes).utf8
    do throws(CueSheetError) { sheet = try CueSheet(bytes: text) } catch {
      throw DocumentProblem(error)
    }
    var playlist = DocumentPlaylist(name: sheet.title)
    var problems = ProblemList()
    for file in sheet.files {
      let (location, problem) = ListedLocation.read(Array(file.name.utf8)[...], isURI: false)
      if let problem { problems.add(line: file.line, problem) }
      for track in file.tracks {
        playlist.tracks.append(
          DocumentTrack(
            location, line: file.line, title: track.title,
            artist: track.performer ?? sheet.performer, genre: sheet.genre,
            year: sheet.date.flatMap { Int($0.prefix(4)) }, sound: sound(of: track, in: file)))
      }
    }
    return PlaylistDocument(playlist, problems)
  }

  /// The whole file for its only track, if that starts at zero; else a virtual track.
  private static func sound(of track: CueSheet.Track, in file: CueSheet.File) -> EntryPlayback {
    if file.tracks.count == 1, track.start == .zero, track.end == nil { return EntryPlayback() }
    return EntryPlayback(start: track.start, end: track.end, isVirtualTrack: true)
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget)
    throws(DocumentProblem) -> [UInt8]
  {
    let playlist = try document.single()
    guard playlist.tracks.count <= CueSheet.maximumTracks else {
      throw DocumentProblem(
        reason: "a CUE sheet has at most \(CueSheet.maximumTracks) tracks; split the playlist")
    }
    var writer = CueWriter()
    writer.text("TITLE", playlist.name)
    var last: DocumentTrack?
    for track in playlist.tracks {
      // Two tracks can share a FILE only where one ends as the next begins: a sheet has no ends.
      let goesOn =
        last.map { $0.location == track.location && $0.sound.end == track.sound.start } ?? false
      if !goesOn || track.sound.start == nil { writer.file(try name(of: track, at: target)) }
      writer.track(title: track.title, performer: track.artist)
      writer.index(1, at: track.sound.start ?? .zero)
      last = track
    }
    return writer.bytes
  }

  private static func name(
    of track: DocumentTrack, at target: WritingTarget
  ) throws(DocumentProblem) -> [UInt8] {
    switch track.location {
    case .stream(let address): return Array(address.text.utf8)
    case .unknown(let name): throw ListedLocation.missing(name ?? track.title)
    case .file(let path): return ListedLocation.path(path, at: target).bytes
    }
  }

  /// A mix in one file: a TRACK for each start of a track, with its cues as INDEX 02 and on; names
  /// of cues are in remarks, which other programs skip.
  ///
  /// - Parameters:
  ///   - markers: in the time of the mix, in any order.
  ///   - name: of the audio file, relative to the sheet's folder.
  package static func bytes(
    ofMix markers: [MixMarker], audio name: String, title: String?
  ) -> [UInt8] {
    let ordered = markers.enumerated().sorted {
      ($0.element.start, $0.element.kind == .track ? 0 : 1, $0.offset)
        < ($1.element.start, $1.element.kind == .track ? 0 : 1, $1.offset)
    }.map(\.element)
    var writer = CueWriter()
    writer.text("TITLE", title)
    writer.file(Array(name.utf8))
    if ordered.first?.kind != .track || ordered.first.map({ $0.start > .zero }) == true {
      // Cues before the first start need a track as well.
      writer.track(title: title, performer: nil)
      writer.index(1, at: .zero)
    }
    for marker in ordered {
      if case .cue(let kind) = marker.kind {
        writer.cue(kind, name: marker.name, at: marker.start)
      } else {
        let (artist, title) = OneLine.artistAndTitle(marker.name)
        writer.track(title: title, performer: artist)
        writer.index(1, at: marker.start)
      }
    }
    return writer.bytes
  }
}

extension DocumentProblem {
  fileprivate init(_ error: CueSheetError) {
    let line: Int? =
      switch error {
      case .tooManyTracks(let line), .noFile(let line), .noTrack(let line),
        .badTrackNumber(let line), .badTime(let line), .noStart(let line), .backwards(let line):
        line
      case .tooLarge, .noTracks: nil
      }
    let prefix = line.map { "line \($0): " } ?? ""
    let reason = error.reason
    self.init(
      line: line,
      reason: reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason)
  }
}
