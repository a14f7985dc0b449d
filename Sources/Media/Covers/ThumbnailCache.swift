internal import CFFmpeg
internal import CLinux
import Glibc
package import Music
import Synchronization

/// Small copies of covers, as JPEG files that are named by the hash of the whole picture.
///
/// A copy that is missing, damaged or older than others beyond the limit is only made again. Other
/// programs of this kind may use the folder at the same time.
package final class ThumbnailCache: Sendable {
  private let folder: FilePath
  private let limit: Int
  /// Bytes written since the folder was last measured; at first it is measured soon.
  private let written: Atomic<Int>

  /// The longer side of a copy in pixels: a tile of 16 by 8 cells on a screen of high resolution.
  package static let side = 320
  /// Pictures of fewer bytes are mostly as small as a copy would be.
  private static let smallest = 32 * 1024
  private static let largest = 1 << 20
  private static let age = 24 * 60 * 60

  /// - Parameters:
  ///   - folder: made when it is needed, for the user alone.
  ///   - limit: in bytes; beyond it the oldest copies go.
  package init(folder: FilePath, limit: Int = 64 << 20) {
    self.folder = folder
    self.limit = limit
    written = Atomic(limit)
  }

  /// A copy of a picture that has at most `side` pixels a side, or the picture itself if that is
  /// small or no copy can be kept.
  package func small(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > ThumbnailCache.smallest, let name = Self.name(of: bytes) else {
      return bytes
    }
    let path = folder.appending(name)
    if let copy = read(path) { return copy }
    let side = ThumbnailCache.side
    guard let picture = try? PictureDecoder.decode(bytes, width: side, height: side),
      let copy = JPEGEncoder.encode(picture)
    else { return bytes }
    write(copy, to: path)
    return copy
  }

  /// The file of a copy, or of a picture that is small itself, for other programs; nil where none can
  /// be kept.
  package func file(of bytes: [UInt8]) -> FilePath? {
    guard let digits = Self.digits(of: bytes), let header = PictureHeader(bytes) else { return nil }
    if bytes.count > ThumbnailCache.smallest {
      _ = small(bytes)
      let path = folder.appending(digits + ".jpg")
      return read(path) == nil ? nil : path
    }
    let path = folder.appending(digits + header.format.fileExtension)
    if path.withCString({ access($0, R_OK) }) != 0 { write(bytes, to: path) }
    return path.withCString { access($0, R_OK) } == 0 ? path : nil
  }

  /// The name by MD5: equal names would only show one picture for another.
  private static func name(of bytes: [UInt8]) -> String? { digits(of: bytes).map { $0 + ".jpg" } }

  private static func digits(of bytes: [UInt8]) -> String? {
    let sum = av_md5_alloc()
    defer { free(UnsafeMutableRawPointer(sum)) }
    guard let sum else { return nil }
    av_md5_init(sum)
    av_md5_update(sum, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: 16)
    av_md5_final(sum, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func read(_ path: FilePath) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...ThumbnailCache.largest).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count,
      // The end of a JPEG: a copy may have been cut off.
      bytes.suffix(2) == [0xFF, 0xD9], let header = PictureHeader(bytes), header.format == .jpeg,
      max(header.width, header.height) <= ThumbnailCache.side
    else { return nil }
    // A copy in use stays, at the price of one write a day.
    if time(nil) - status.st_mtim.tv_sec > ThumbnailCache.age { futimens(descriptor, nil) }
    return bytes
  }

  /// Failures only cost the time of another decoding.
  private func write(_ bytes: [UInt8], to path: FilePath) {
    guard PrivateFolder.make(folder) else { return }
    if written.add(bytes.count, ordering: .relaxed).newValue >= limit / 4 {
      written.store(0, ordering: .relaxed)
      removeOldest()
    }
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let temporary = folder.appending(".new-" + number)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = temporary.withCString { open($0, flags, 0o600) }
    guard descriptor >= 0 else { return }
    let isWhole = Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    close(descriptor)
    temporary.withCString { old in
      if !isWhole || path.withCString({ rename(old, $0) }) != 0 { unlink(old) }
    }
  }

  /// Removes the oldest files until three quarters of the limit are left.
  private func removeOldest() {
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    let descriptor = dirfd(stream)
    var files: [(time: Int, size: Int, name: [CChar])] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append((status.st_mtim.tv_sec, Int(status.st_size), name))
    }
    var total = files.reduce(0) { $0 + $1.size }
    guard total > limit else { return }
    for file in files.sorted(by: { $0.time < $1.time }) where total > limit / 4 * 3 {
      if unlinkat(descriptor, file.name, 0) == 0 { total -= file.size }
    }
  }
}

extension PictureHeader.Format {
  fileprivate var fileExtension: String {
    switch self {
    case .png: ".png"
    case .jpeg: ".jpg"
    case .webP: ".webp"
    }
  }
}
