import Glibc
import Interface
import Log
import Media
import Music
import Screen
import Synchronization

/// Reads covers, and encodes them for the terminal.
final class CoverImages: Sendable {
  /// The number of images so far.
  private let count = Atomic(0)

  private let thumbnails: ThumbnailCache
  private let log: Log
  /// A terminal may claim cells of any size; larger images are blocks.
  private static let maximumPixels = 2_000_000

  /// - Parameter folder: of small copies of the covers.
  init(folder: FilePath, log: Log = Log()) {
    self.log = log
    thumbnails = ThumbnailCache(folder: folder)
  }

  /// The first cover of these files.
  func cover(of files: [FilePath], _ request: CoverRequest) -> LoadedCover? {
    for path in files {
      if let cover = cover(of: path, request) { return cover }
    }
    return nil
  }

  /// The cover that a file is.
  func cover(inPicture path: FilePath, _ request: CoverRequest) -> LoadedCover? {
    bytes(of: path, FolderCover.read).flatMap { cover($0, request) }
  }

  /// A file with the cover of an audio file, for other programs: a copy of the picture in its tags, or
  /// that of its folder.
  func file(for path: FilePath) -> FilePath? {
    if let bytes = bytes(of: path, EmbeddedCover.read), let copy = thumbnails.file(of: bytes) {
      return copy
    }
    return path.parent.flatMap { FolderCover.find(in: $0).first }
  }

  /// The picture of a file's tags, else that of its folder. Whatever cannot be read is no cover.
  private func cover(of path: FilePath, _ request: CoverRequest) -> LoadedCover? {
    if let bytes = bytes(of: path, EmbeddedCover.read), let cover = cover(bytes, request) {
      return cover
    }
    guard let folder = path.parent else { return nil }
    for file in FolderCover.find(in: folder) {
      if let bytes = bytes(of: file, FolderCover.read), let cover = cover(bytes, request) {
        return cover
      }
    }
    return nil
  }

  private func bytes(
    of file: FilePath, _ read: (FilePath) throws(MediaError) -> [UInt8]?
  ) -> [UInt8]? {
    do throws(MediaError) {
      return try read(file)
    } catch {
      log.warning(
        .cover, "a cover cannot be read",
        [LogField("file", private: file), LogField("reason", sentence: error.reason)])
      return nil
    }
  }

  private func cover(_ bytes: [UInt8], _ request: CoverRequest) -> LoadedCover? {
    let isSmall = max(request.area.width, request.area.height) <= ThumbnailCache.side
    if isSmall || request.way == .blocks,
      let cover = shown(thumbnails.small(bytes), request)
    {
      return cover
    }
    return shown(bytes, request)
  }

  private func shown(_ bytes: [UInt8], _ request: CoverRequest) -> LoadedCover? {
    let side = Covers.side
    guard let picture = try? PictureDecoder.decode(bytes, width: side, height: side) else {
      return nil
    }
    return LoadedCover(picture: picture, image: image(bytes, request))
  }

  /// The picture at its size on the screen; nil where the terminal shows blocks.
  private func image(_ bytes: [UInt8], _ request: CoverRequest) -> TerminalImage? {
    guard case .image(let imageProtocol) = request.way else { return nil }
    let box = request.box
    guard request.area.width * request.area.height <= CoverImages.maximumPixels,
      box.rows <= Placeholder.limit, box.columns <= Placeholder.limit
    else { return nil }
    let picture = try? PictureDecoder.decode(bytes) { width, height in
      let pixels = request.pixels(width: width, height: height)
      return (pixels.width, pixels.height)
    }
    guard let picture else { return nil }
    let opacities = request.isDisc ? RecordDisc.opacities(of: picture) : nil
    let encoded =
      switch imageProtocol {
      case .sixel:
        SixelEncoder.encode(
          picture, opacities: opacities, width: request.area.width, height: request.area.height)
      case .kitty, .iterm2:
        PNGEncoder.encode(picture, opacities: opacities, isQuick: true)
      }
    guard let encoded else { return nil }
    let serial = count.add(1, ordering: .relaxed).newValue
    return TerminalImage(
      serial: serial, id: id(of: serial), size: box, imageProtocol: imageProtocol, bytes: encoded)
  }

  /// An id that other programs in the same terminal hardly use, in turn.
  private func id(of serial: Int) -> UInt32 {
    // 7 bits of the process, of which the first one is set, and 17 of the image.
    UInt32(getpid() & 0x3F | 0x40) << 17 | UInt32(serial & 0x1_FFFF)
  }
}
