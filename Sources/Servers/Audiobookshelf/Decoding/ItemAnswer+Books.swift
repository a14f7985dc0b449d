internal import Music

extension ItemAnswer {
  /// Nil where the id is none.
  var item: AudiobookshelfItem? {
    guard let id = AudiobookshelfID.valid(id?.value) else { return nil }
    let parts = (media?.numTracks).whole ?? (media?.numEpisodes).whole
    return AudiobookshelfItem(
      id: id, updated: updatedAt.time,
      isMissing: isMissing?.value == true || isInvalid?.value == true,
      parts: Int(max(0, min(parts ?? 1, 1_000_000))))
  }

  /// A book, or the episodes of a podcast with the newest first; none where nothing can be heard.
  func books(in library: String) -> [ServerBook] {
    guard let id = AudiobookshelfID.valid(id?.value), let media else { return [] }
    let isPodcast = mediaType?.value == "podcast" || media.episodes != nil
    return isPodcast
      ? media.episodes?.values.compactMap { episode($0, of: id, media, library) }
        .sorted(by: Self.isNewer) ?? []
      : [book(id, media, library)].compactMap { $0 }
  }

  private func book(_ id: String, _ media: MediaAnswer, _ library: String) -> ServerBook? {
    let details = media.metadata?.details ?? BookDetails(title: "")
    let parts = Self.parts(media.tracks?.values ?? [], of: id, details)
    let end = parts.last.map { $0.start + ($0.track.audio.duration ?? .zero) } ?? .zero
    return ServerBook(
      id: id, details: details, library: library, parts: parts,
      chapters: Self.chapters(media.chapters),
      duration: end > .zero ? end : media.duration.audioTime, updated: updatedAt.time,
      added: addedAt.time / 1000)
  }

  private func episode(
    _ episode: EpisodeAnswer, of id: String, _ media: MediaAnswer, _ library: String
  ) -> ServerBook? {
    guard let episodeID = AudiobookshelfID.valid(episode.id?.value), let file = episode.audioFile
    else { return nil }
    let show = media.metadata?.details ?? BookDetails(title: "")
    let number = [episode.season, episode.episode].compactMap { ServerWords.name($0, longest: 20) }
    let sequence = number.isEmpty ? nil : number.joined(separator: ".")
    var details = BookDetails(
      title: ServerWords.name(episode.title) ?? "", authors: show.authors,
      series: show.title.isEmpty ? [] : [BookSeries(name: show.title, sequence: sequence)],
      description: ServerWords.description(episode.description) ?? show.description,
      genres: show.genres, language: show.language)
    details.subtitle = ServerWords.name(episode.subtitle)
    let published = episode.publishedAt.time
    details.date =
      published > 0 ? LocalZone(offset: { _ in 0 }).date(of: published / 1000) : nil
    let parts = Self.parts([file], of: id, details, album: show.title)
    guard let part = parts.first else { return nil }
    let duration = part.track.audio.duration ?? episode.duration.audioTime
    return ServerBook(
      id: id, details: details, library: library, episode: episodeID, parts: parts,
      chapters: Self.chapters(episode.chapters), duration: duration,
      updated: updatedAt.time,
      added: (published > 0 ? published : episode.addedAt.time) / 1000)
  }

  private static func isNewer(_ a: ServerBook, _ b: ServerBook) -> Bool {
    a.added != b.added ? a.added > b.added : (a.episode ?? "") < (b.episode ?? "")
  }

  /// Files on the timeline, each where the one before ends: so the server counts `startOffset`.
  private static func parts(
    _ files: [TrackAnswer], of id: String, _ details: BookDetails, album: String? = nil
  ) -> [ServerBookPart] {
    var start = Duration.zero
    var parts: [ServerBookPart] = []
    var seen: Set<String> = []
    for file in files {
      guard let ino = AudiobookshelfID.valid(file.ino?.value), seen.insert(ino).inserted else {
        continue
      }
      let duration = file.duration.audioTime
      parts.append(
        ServerBookPart(
          track: track(
            file, AudiobookshelfID.track(id, file: ino), details, album: album,
            number: parts.count + 1, of: files.count),
          start: start))
      start += duration
    }
    return parts
  }

  private static func track(
    _ file: TrackAnswer, _ id: String, _ details: BookDetails, album: String?, number: Int,
    of total: Int
  ) -> ServerTrack {
    let name = ServerWords.name(file.metadata?.filename)
    let title =
      total == 1
      ? details.title : ServerWords.name(file.metaTags?.tagTitle) ?? name ?? details.title
    var tags = Tags(
      title: title, artist: details.authors.first, album: album ?? details.title,
      genre: album == nil ? "Audiobook" : "Podcast", date: details.date,
      trackNumber: album == nil ? number : nil)
    tags.albumArtist = details.authors.first
    let suffix = ServerWords.name(file.metadata?.ext, longest: 10)
      .map { String($0.drop { $0 == "." }).lowercased() }
    let bitRate = file.bitRate.whole.flatMap { (1...100_000_000).contains($0) ? Int($0) : nil }
    let channels = file.channels.whole.flatMap { (1...64).contains($0) ? Int($0) : nil }
    return ServerTrack(
      id: id, tags: tags,
      audio: AudioProperties(
        duration: file.duration.audioTime > .zero ? file.duration.audioTime : nil,
        codec: ServerWords.name(file.codec, longest: 30) ?? "", channels: channels ?? 0,
        bitRate: bitRate),
      size: max(0, (file.metadata?.size).whole ?? 0),
      modified: min((file.metadata?.mtimeMs).time, Self.lastTime) * 1_000_000,
      suffix: suffix?.isEmpty == false ? suffix : nil,
      cover: AudiobookshelfID.parts(ofTrack: id)?.item)
  }

  /// The year 2262 in milliseconds, behind which nanoseconds are too large.
  private static let lastTime: Int64 = 9_200_000_000_000

  /// As the server has them, which may overlap or lie outside of the timeline.
  private static func chapters(_ list: LooseList<ChapterAnswer>?) -> [BookChapter] {
    list?.values.map {
      BookChapter(
        title: ServerWords.name($0.title) ?? "", start: $0.start.audioTime, end: $0.end.audioTime)
    } ?? []
  }
}

extension MetadataAnswer {
  var details: BookDetails {
    let listed = authors?.values.compactMap { ServerWords.name($0.name) } ?? []
    let names = listed.isEmpty ? [ServerWords.name(authorName ?? author)].compactMap { $0 } : listed
    let read = ServerWords.names(narrators?.values ?? [])
    return BookDetails(
      title: ServerWords.name(title) ?? "", subtitle: ServerWords.name(subtitle),
      authors: Array(names.prefix(ServerWords.mostNames)),
      narrators: read.isEmpty ? [ServerWords.name(narratorName)].compactMap { $0 } : read,
      series: series?.values.prefix(ServerWords.mostNames).compactMap { series in
        ServerWords.name(series.name).map {
          BookSeries(name: $0, sequence: ServerWords.name(series.sequence, longest: 40))
        }
      } ?? [],
      description: ServerWords.description(descriptionPlain ?? description),
      publisher: ServerWords.name(publisher), genres: ServerWords.names(genres?.values ?? []),
      date: ServerWords.name(publishedDate ?? publishedYear ?? releaseDate, longest: 40),
      language: ServerWords.name(language, longest: 40))
  }
}
