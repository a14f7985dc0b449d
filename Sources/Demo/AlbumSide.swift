import Glibc
internal import Media
internal import Music

/// Writes the tracks of one album into a folder; performs each only on request.
final class AlbumSide {
  struct Track {
    let path: FilePath
    let number: Int
    let piece: Piece
    let format: AudioFileWriter.Format
  }

  let folder: FilePath
  let tracks: [Track]

  private let album: DemoAlbum
  private let tables: Wavetables
  /// Created by the first track that needs them.
  private lazy var cover = album.cover.png()
  private lazy var wholeMix = performMix()

  init(of album: DemoAlbum, in root: FilePath, tables: Wavetables) {
    self.album = album
    self.tables = tables
    let folder = root.appending(album.artist).appending(album.folderName)
    self.folder = folder
    let pieces: [(piece: Piece, format: AudioFileWriter.Format)] =
      switch album.content {
      case .pieces(let pieces): pieces
      case .mix(let mix, let format): mix.pieces.map { ($0, format) }
      }
    tracks = pieces.enumerated().map { index, entry in
      let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      let name = "\(number) \(entry.piece.title).\(entry.format.fileExtension)"
      return Track(
        path: folder.appending(name), number: index + 1, piece: entry.piece, format: entry.format)
    }
  }

  /// Performs the track and writes it.
  func write(_ track: Track) throws(DemoError) {
    let samples = samples(of: track)
    do throws(MediaError) {
      let writer = try AudioFileWriter(
        to: track.path, format: track.format, sampleRate: album.sampleRate, tags: tags(of: track),
        trackTotal: tracks.count, cover: cover, replaces: false)
      try writer.write(samples)
      try writer.finish()
    } catch {
      throw Self.fault(error, writing: track.path)
    }
  }

  private static func fault(_ error: MediaError, writing path: FilePath) -> DemoError {
    guard case .unwritable(_, let code) = error else { return .trackNotWritten(path, code: EIO) }
    return .trackNotWritten(path, code: code)
  }

  private func tags(of track: Track) -> Tags {
    Tags(
      title: track.piece.title, artist: album.artist, albumArtist: album.artist,
      album: album.title, genre: album.genre, date: String(album.year),
      trackNumber: track.number, bpm: track.piece.tempo, key: track.piece.key.name)
  }

  private func samples(of track: Track) -> [Float] {
    if case .mix = album.content {
      guard let (sound, ranges) = wholeMix else { return [] }
      return sound.interleaved(ranges[track.number - 1])
    }
    let sampleRate = Double(album.sampleRate)
    let sound = Performance(of: track.piece, tables: tables, sampleRate: sampleRate).render()
    sound.fadeIn(frames: Int(0.003 * sampleRate))
    let peak = track.format.isLossless ? Mastering.peak : Mastering.lossyPeak
    Mastering.apply(to: sound, peak: peak)
    return sound.interleaved(0..<sound.frames)
  }

  /// The mix as one sound with the frame range of each track, without gaps.
  private func performMix() -> (Sound, [Range<Int>])? {
    guard case .mix(let mix, _) = album.content else { return nil }
    let sampleRate = Double(album.sampleRate)
    let entries = mix.entries(sampleRate: sampleRate)
    let performed = mix.pieces.map {
      Performance(of: $0, tables: tables, sampleRate: sampleRate).render()
    }
    let ends = zip(entries, performed).map { $0 + $1.frames }
    let whole = Sound(frames: ends.max() ?? 0)
    for (entry, sound) in zip(entries, performed) { whole.add(sound, at: entry) }
    Mastering.apply(to: whole, peak: Mastering.peak)
    let cuts = zip(entries.dropFirst(), mix.cutAfterEntry).map { $0 + Int($1 * sampleRate) }
    let bounds = [0] + cuts + [whole.frames]
    return (whole, zip(bounds, bounds.dropFirst()).map { $0..<$1 })
  }
}
