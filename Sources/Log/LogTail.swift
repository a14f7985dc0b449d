// Reads the log while others write and rotate it. Files are known by inode: those are read that
// follow the one that was read last.

internal import Glibc
package import Music

package struct LogTail {
  private let folder: LogFolder
  /// The last file that was read, and how far.
  private var last: (inode: UInt64, offset: Int)?
  /// The beginning of a line whose end is not written yet.
  private var rest: [UInt8] = []

  /// Bytes of a file that are read at once; files of ours are smaller.
  private static let maximum = 4_000_000

  package init(of folder: LogFolder) { self.folder = folder }

  /// The lines since the last call; at first all.
  ///
  /// - Throws: Nothing where there is no log yet.
  package mutating func next() throws(LogFault) -> [[UInt8]] {
    var files = try open()
    defer { for file in files { close(file.descriptor) } }
    guard !files.isEmpty else { return [] }
    var bytes = rest
    if let last, let index = files.firstIndex(where: { $0.inode == last.inode }) {
      for file in files[..<index] { close(file.descriptor) }
      files.removeSubrange(..<index)
      // A file that is shorter now is another one.
      if files[0].size >= last.offset { files[0].start = last.offset } else { bytes = [] }
    } else {
      bytes = []
    }
    for index in files.indices {
      let read = read(files[index])
      bytes += read
      last = (files[index].inode, files[index].start + read.count)
    }
    guard let end = bytes.lastIndex(of: 0x0A) else {
      // Nothing of ours is this long.
      rest = bytes.count > LogLine.maximum ? [] : bytes
      return []
    }
    rest = Array(bytes[(end + 1)...])
    return bytes[..<end].split(separator: 0x0A).map(Array.init)
  }

  private struct File {
    var descriptor: Int32
    var inode: UInt64
    var size: Int
    var start: Int
  }

  /// The files, the oldest first. They are opened the newest first: one that is rotated meanwhile is
  /// seen twice, and none is missed.
  private func open() throws(LogFault) -> [File] {
    let descriptor: Int32
    do throws(LogFault) {
      descriptor = try folder.open(makes: false)
    } catch {
      if case .folder(_, ENOENT) = error { return [] }
      throw error
    }
    defer { close(descriptor) }
    var files: [File] = []
    for index in 0..<LogFolder.count {
      let file: Int32
      do throws(LogFault) {
        file = try folder.open(LogFolder.name(index), O_RDONLY, in: descriptor)
      } catch {
        if case .file(_, ENOENT) = error { continue }
        throw error
      }
      var status = stat()
      fstat(file, &status)
      guard !files.contains(where: { $0.inode == UInt64(status.st_ino) }) else {
        close(file)
        continue
      }
      let size = Int(status.st_size)
      files.append(
        File(
          descriptor: file, inode: UInt64(status.st_ino), size: size,
          start: max(0, size - LogTail.maximum)))
    }
    return files.reversed()
  }

  private func read(_ file: File) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < LogTail.maximum {
      let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(
          0, pread(file.descriptor, buffer.baseAddress, 65_536, off_t(file.start + bytes.count)))
      }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}

extension LogTail {
  /// The last entries of the log, the newest last.
  ///
  /// - Parameter level: the least severe one.
  package static func records(
    _ count: Int, of folder: LogFolder, upTo level: LogLevel = .debug
  ) throws(LogFault) -> [LogRecord] {
    var tail = LogTail(of: folder)
    let lines = try tail.next()
    var records: [LogRecord] = []
    for line in lines.reversed() where records.count < count {
      if let record = LogLineReader.record(line), record.level <= level { records.append(record) }
    }
    return records.reversed()
  }
}
