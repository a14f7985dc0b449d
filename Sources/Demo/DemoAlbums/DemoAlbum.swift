internal import Media

/// One album of the crate.
struct DemoAlbum {
  enum Content {
    /// Pieces that stand alone, each in a format of its own.
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

/// Pieces of one tempo, each of which begins while the one before it still plays.
struct ContinuousMix {
  let pieces: [Piece]
  /// Bars for which two pieces play together.
  let overlap: Int
  /// Where each track but the first begins, in seconds after the second piece's entry.
  ///
  /// Anywhere but on a beat: a player that loses samples at a join should be heard to.
  let cutAfterEntry: [Double]

  /// Where each piece enters, in frames.
  func entries(sampleRate: Double) -> [Int] {
    var bar = 0
    return pieces.map { piece in
      defer { bar += piece.bars - overlap }
      return Int((Double(bar * 16) * piece.framesPerStep(sampleRate: sampleRate)).rounded())
    }
  }
}
