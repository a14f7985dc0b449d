internal import Media

/// One album of the crate.
struct DemoAlbum {
  enum Content {
    /// Separate pieces, each in a format of its own.
    case pieces([(piece: Piece, format: AudioFileWriter.Format)])
    /// One signal from beginning to end, cut into tracks.
    case mix(ContinuousMix, format: AudioFileWriter.Format)
  }

  let artist: String
  let title: String
  let year: Int
  let genre: String
  /// Hz.
  let sampleRate: Int
  let cover: CoverDesign
  let content: Content

  var trackCount: Int {
    switch content {
    case .pieces(let pieces): pieces.count
    case .mix(let mix, _): mix.pieces.count
    }
  }

  var folderName: String { "\(title) (\(year))" }
}

/// Pieces of one tempo that overlap.
struct ContinuousMix {
  let pieces: [Piece]
  /// Bars of overlap of two pieces.
  let overlap: Int
  /// The start of each track but the first, in seconds after the second piece's entry.
  ///
  /// Off the beat, so that samples lost at a join are audible.
  let cutAfterEntry: [Double]

  /// The entry of each piece, in frames.
  func entries(sampleRate: Double) -> [Int] {
    var bar = 0
    return pieces.map { piece in
      defer { bar += piece.bars - overlap }
      return Int((Double(bar * 16) * piece.framesPerStep(sampleRate: sampleRate)).rounded())
    }
  }
}
