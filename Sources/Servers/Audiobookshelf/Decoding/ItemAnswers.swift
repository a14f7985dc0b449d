/// The shapes of items, which are minified in lists and expanded elsewhere.
struct ItemAnswer: Decodable {
  var id: LooseText?
  var addedAt: LooseNumber?
  var updatedAt: LooseNumber?
  var isMissing: LooseFlag?
  var isInvalid: LooseFlag?
  var mediaType: LooseText?
  var media: MediaAnswer?
}

struct MediaAnswer: Decodable {
  var metadata: MetadataAnswer?
  var numTracks: LooseNumber?
  var numEpisodes: LooseNumber?
  var duration: LooseNumber?
  var chapters: LooseList<ChapterAnswer>?
  var tracks: LooseList<TrackAnswer>?
  var episodes: LooseList<EpisodeAnswer>?
}

struct MetadataAnswer: Decodable {
  struct Named: Decodable { var name: LooseText? }
  struct Series: Decodable {
    var name: LooseText?
    var sequence: LooseText?
  }

  var title: LooseText?
  var subtitle: LooseText?
  var authors: LooseList<Named>?
  /// Minified.
  var authorName: LooseText?
  /// Of a podcast.
  var author: LooseText?
  var narrators: LooseList<LooseText>?
  /// Minified.
  var narratorName: LooseText?
  /// One object in lists of a series, else an array.
  var series: OneOrMany<Series>?
  var genres: LooseList<LooseText>?
  var publishedYear: LooseText?
  var publishedDate: LooseText?
  var releaseDate: LooseText?
  var publisher: LooseText?
  var description: LooseText?
  var descriptionPlain: LooseText?
  var language: LooseText?
}

struct ChapterAnswer: Decodable {
  var start: LooseNumber?
  var end: LooseNumber?
  var title: LooseText?
}

/// A file of a book or of an episode.
struct TrackAnswer: Decodable {
  struct File: Decodable {
    var filename: LooseText?
    var ext: LooseText?
    var size: LooseNumber?
    /// Unix time in milliseconds.
    var mtimeMs: LooseNumber?
  }
  struct MetaTags: Decodable { var tagTitle: LooseText? }

  var ino: LooseText?
  var metadata: File?
  var metaTags: MetaTags?
  var duration: LooseNumber?
  var codec: LooseText?
  var bitRate: LooseNumber?
  var channels: LooseNumber?
}

struct EpisodeAnswer: Decodable {
  var id: LooseText?
  var season: LooseText?
  var episode: LooseText?
  var title: LooseText?
  var subtitle: LooseText?
  var description: LooseText?
  var publishedAt: LooseNumber?
  var addedAt: LooseNumber?
  var duration: LooseNumber?
  var audioFile: TrackAnswer?
  var chapters: LooseList<ChapterAnswer>?
}

struct LibrariesAnswer: Decodable {
  struct Library: Decodable {
    var id: LooseText?
    var name: LooseText?
    var mediaType: LooseText?
  }
  var libraries: LooseList<Library>
}

struct PageAnswer<Element: Decodable>: Decodable {
  var results: LooseList<Element>
  var total: LooseNumber?
}
