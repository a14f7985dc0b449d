import Glibc
import Interface
import Media
import Music
import Screen
import Synchronization

/// Reads covers, and encodes them for the terminal.
final class CoverImages: Sendable {
  /// How many images there were.
  private let count = Atomic(0)
  /// Whether the terminal takes ids of 24 bits, or indices of its palette.
  private let hasDirectColors: Bool

  private let thumbnails: ThumbnailCache

  /// - Parameter folder: of small copies of the covers.
  init(hasDirectColors: Bool, folder: FilePath) {
    self.hasDirectColors = hasDirectColors
    thumbnails = ThumbnailCache(folder: folder)
  }

  /// The picture of a file's tags, else that of its folder. Whatever cannot be read is no cover.
  func cover(of path: FilePath, _ request: CoverRequest) -> LoadedCover? {
    if let bytes = try? EmbeddedCover.read(path), let cover = cover(bytes, request) {
      return cover
    }
    guard let folder = path.parent else { return nil }
    for file in FolderCover.find(in: folder) {
      if let bytes = try? FolderCover.read(file), let cover = cover(bytes, request) {
        return cover
      }
    }
    return nil
  }

  private func cover(_ bytes: [UInt8], _ request: CoverRequest) -> LoadedCover? {
    let isSmall = max(request.area.width, request.area.height) <= ThumbnailCache.side
    let bytes = isSmall || request.way == .blocks ? thumbnails.small(bytes) : bytes
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
    guard box.rows <= Placeholder.limit, box.columns <= Placeholder.limit else { return nil }
    let picture = try? PictureDecoder.decode(bytes) { width, height in
      let pixels = request.pixels(width: width, height: height)
      return (pixels.width, pixels.height)
    }
    guard let picture else { return nil }
    let encoded =
      switch imageProtocol {
      case .sixel:
        SixelEncoder.encode(
          picture, width: request.area.width, height: request.area.height)
      case .kitty, .iterm2:
        PNGEncoder.encode(picture, isQuick: true)
      }
    guard let encoded else { return nil }
    let serial = count.add(1, ordering: .relaxed).newValue
    return TerminalImage(
      serial: serial, id: id(of: serial), size: box, imageProtocol: imageProtocol, bytes: encoded)
  }

  /// An id that other programs in the same terminal hardly use, in turn.
  private func id(of serial: Int) -> UInt32 {
    guard hasDirectColors else { return 16 + UInt32(serial % 240) }
    // 12 bits of the process, of which at least one is set, and 12 of the image.
    return UInt32(getpid() & 0x7FF | 0x800) << 12 | UInt32(serial & 0xFFF)
  }
}
