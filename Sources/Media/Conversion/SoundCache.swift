internal import CLinux
import Glibc
internal import Music

/// Converted sound in files named by their key. Other programs of this kind may use the folder at
/// the same time.
struct SoundCache {
  let folder: FilePath
  /// Bytes of all files together; beyond it the least recently used go.
  let limit: Int64

  /// Names what a file of the cache was made of.
  struct Key: Equatable {
    private let digest: String
    private let fileExtension: String

    /// Raised with each change of the decoding or resampling that is heard.
    private static let version = 1

    init(_ facts: MediaFacts, _ source: FilePath, _ rule: ConversionRule) throws(MediaError) {
      let format = SoundEncoding.format(of: rule)
      let rate = rule.encodedBitRate.map(String.init) ?? "V0"
      let version = try FFmpegLibraries.version
      let encoder = "\(Key.version) \(format.encoderName) \(rate) \(version)\n"
      var identity = Array(encoder.utf8)
      if let hash = facts.audioHash {
        identity += Array("audio \(hash)".utf8)
      } else {
        identity += Array("file \(facts.file.size) \(facts.file.modified) ".utf8) + source.bytes
      }
      digest = String(SHA256.digest(of: identity).prefix(40))
      fileExtension = format.fileExtension
    }

    var name: String { "\(digest).\(fileExtension)" }
    var lockName: String { "\(digest)\(Key.lockEnding)" }

    static let lockEnding = ".lock"
  }

  func path(_ key: Key) -> FilePath { folder.appending(key.name) }

  /// The sound of a key; nil if it is missing or cut off.
  func sound(_ key: Key) -> ConvertedSound? { ConvertedSound(cachedAt: path(key)) }

  /// Makes a file that was written under the name of its key a part of the cache.
  ///
  /// Failures only cost the time of another conversion.
  func keep(_ sound: ConvertedSound, _ file: NewFile, _ cancellation: Cancellation) {
    guard sound.length < limit else { return }
    do throws(FileFault) {
      try sound.seal(cancellation)
      try file.publish(replaces: true)
    } catch { return }
    removeLeastRecentlyUsed()
  }

  func remove(_ key: Key) { path(key).withCString { _ = unlink($0) } }

  /// Removes files until the rest is within the limit.
  private func removeLeastRecentlyUsed() {
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    let descriptor = dirfd(stream)
    var files: [(time: timespec, size: Int64, name: [CChar])] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, name[0] != CChar(bitPattern: UInt8(ascii: "."))
      else { continue }
      let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasSuffix(Key.lockEnding) {
        CacheLock.removeLeftover(name, in: descriptor)
      } else {
        files.append((status.st_mtim, Int64(status.st_size), name))
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    guard total > limit else { return }
    let oldest = files.sorted {
      ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec)
    }
    for file in oldest where total > limit {
      if unlinkat(descriptor, file.name, 0) == 0 { total -= file.size }
    }
  }
}
