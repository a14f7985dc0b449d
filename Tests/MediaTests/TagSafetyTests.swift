import Foundation
import Music
import OtherUser
import Synchronization
import Testing

@testable import Media

@Suite("Writing tags safely", .serialized)
struct TagSafetyTests {
  private let wanted = WantedTags(rating: Rating(stars: 5), bpm: 90, key: "Am")

  private func write(
    _ file: FilePath, _ cancellation: Cancellation = Cancellation()
  ) throws -> TagWriter.Outcome {
    try TagWriter(cancellation: cancellation).write(wanted, to: file)
  }

  private func expect(_ error: TagWriteError, _ file: FilePath, in folder: MediaFolder) throws {
    let bytes = try folder.bytes(file)
    let thrown = #expect(throws: TagWriteError.self) { try write(file) }
    #expect(thrown == error)
    #expect(try folder.bytes(file) == bytes)
    #expect(try folder.leftovers.isEmpty)
  }

  @Test("mode, owner and extended attributes stay")
  func attributes() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    #expect(chmod(file.text, 0o640) == 0)
    let isRoot = geteuid() == 0
    if isRoot { #expect(chown(file.text, 1234, 5678) == 0) }
    // Glibc's Swift module omits these calls.
    typealias Setting =
      @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32)
      -> Int32
    typealias Getting =
      @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int)
      -> Int
    let setting = unsafeBitCast(try #require(dlsym(nil, "setxattr")), to: Setting.self)
    let getting = unsafeBitCast(try #require(dlsym(nil, "getxattr")), to: Getting.self)
    let hasAttribute = setting(file.text, "user.tritone", "kept", 4, 0) == 0
    let outcome = try write(file)
    #expect(outcome.notes.isEmpty)
    var status = stat()
    #expect(stat(file.text, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    if isRoot { #expect(status.st_uid == 1234 && status.st_gid == 5678) }
    if hasAttribute {
      var value = [CChar](repeating: 0, count: 8)
      #expect(getting(file.text, "user.tritone", &value, 8) == 4)
    }
  }

  @Test("what lets a program run as another user does not stay")
  func rights() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    #expect(chmod(file.text, 0o6755) == 0)
    _ = try write(file)
    var status = stat()
    #expect(stat(file.text, &status) == 0 && status.st_mode & 0o7777 == 0o755)
  }

  @Test(
    "whom an owner that could not be kept let write is let in no more", .enabled(if: geteuid() == 0)
  )
  func lostOwner() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    #expect(chmod(folder.path.text, 0o777) == 0)
    #expect(chown(file.text, 1234, 1234) == 0 && chmod(file.text, 0o6766) == 0)
    let outcome = try asUser(4321) { try self.write(file) }
    #expect(outcome.notes == ["it has another owner or group now"])
    var status = stat()
    #expect(stat(file.text, &status) == 0 && status.st_uid == 4321)
    #expect(status.st_mode & 0o7777 == 0o744)
  }

  @Test("a link is followed, and other names of a file are said to keep it as it was")
  func links() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    let bytes = try folder.bytes(file)
    let (other, name) = (folder.path.appending("other.flac"), folder.path.appending("link.flac"))
    #expect(link(file.text, other.text) == 0 && symlink("a.flac", name.text) == 0)
    let outcome = try write(name)
    #expect(outcome.notes.count == 2)
    #expect(outcome.notes.contains { $0.hasPrefix("a link: ") })
    #expect(outcome.notes.contains { $0.hasPrefix("1 other name (hard link) keeps") })
    var status = stat()
    #expect(lstat(name.text, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try TagReader.read(file).tags.bpm == 90)
    #expect(try folder.bytes(other) == bytes)
  }

  @Test("a read-only file and a read-only folder are said and left, even to root")
  func readOnly() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    #expect(chmod(file.text, 0o444) == 0)
    try expect(.readOnlyFile, file, in: folder)
    #expect(chmod(file.text, 0o644) == 0 && chmod(folder.path.text, 0o555) == 0)
    defer { chmod(folder.path.text, 0o755) }
    try expect(.readOnlyFolder, file, in: folder)
  }

  @Test("what is stopped before it begins leaves the file")
  func stopped() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: TagWriteError.cancelled) { try write(file, cancellation) }
    #expect(try folder.leftovers.isEmpty)
  }

  /// A WAV file large enough for events during its copy.
  private func large(_ folder: MediaFolder) throws -> FilePath {
    let size = 400_000_000
    func little(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let format: [UInt8] = [1, 0, 2, 0] + little(44_100) + little(176_400) + [4, 0, 16, 0]
    let header =
      Array("RIFF".utf8) + little(size - 8) + Array("WAVEfmt ".utf8) + little(16) + format
      + Array("data".utf8) + little(size - 44)
    let file = folder.write("large.wav", header)
    #expect(truncate(file.text, size) == 0)
    return file
  }

  private final class Watch: Sendable {
    let isOver = Atomic(false)
    let wasSeen = Atomic(false)
  }

  /// Writes a large file and runs `meanwhile` as soon as the writer has begun.
  private func write(
    _ file: FilePath, in folder: MediaFolder, cancellation: Cancellation = Cancellation(),
    meanwhile: @escaping @Sendable () -> Void
  ) throws -> TagWriteError? {
    let watch = Watch()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      while !watch.isOver.load(ordering: .relaxed) {
        // A folder that cannot be listed counts as empty.
        if let names = try? folder.leftovers, !names.isEmpty {
          watch.wasSeen.store(true, ordering: .relaxed)
          return meanwhile()
        }
        usleep(200)
      }
    }
    var thrown: TagWriteError?
    do { _ = try write(file, cancellation) } catch let error as TagWriteError { thrown = error }
    watch.isOver.store(true, ordering: .relaxed)
    group.wait()
    let wasSeen = watch.wasSeen.load(ordering: .relaxed)
    #expect(wasSeen)
    return thrown
  }

  @Test("a file that is changed while its tags are written keeps the other's change")
  func changedMeanwhile() throws {
    let folder = MediaFolder()
    let file = try large(folder)
    let error = try write(file, in: folder) {
      let opened = open(file.text, O_WRONLY)
      _ = pwrite(opened, [7], 1, 1_000_000)
      close(opened)
    }
    #expect(error == .changedMeanwhile || error == .verificationFailed("its sound"))
    #expect(try folder.bytes(file)[1_000_000] == 7)
    #expect(try folder.leftovers.isEmpty)
  }

  @Test("stopping in the middle leaves the file whole and nothing beside it")
  func stoppedMidway() throws {
    let folder = MediaFolder()
    let file = try large(folder)
    let cancellation = Cancellation()
    let error = try write(file, in: folder, cancellation: cancellation) { cancellation.cancel() }
    #expect(error == .cancelled)
    var status = stat()
    #expect(stat(file.text, &status) == 0 && status.st_size == 400_000_000)
    #expect(try folder.leftovers.isEmpty)
  }

  @Test("what a killed run left is removed, but not what another run is writing")
  func leftovers() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    _ = folder.write(".tritone-tags-AbCdEf", [1])
    let held = folder.write(".tritone-tags-GhIjKl", [1])
    let other = folder.write(".tritone-tags-notes.txt", [1])
    let descriptor = open(held.text, O_RDWR)
    #expect(flock(descriptor, LOCK_EX) == 0)
    defer { close(descriptor) }
    _ = try write(file)
    #expect(Set(try folder.leftovers) == [held.name, other.name])
  }

  @Test("a full disk leaves the file and nothing beside it", arguments: WritableFormat.all)
  func fullDisk(_ format: WritableFormat) throws {
    let folder = MediaFolder()
    let file = try folder.make(format)
    let bytes = try folder.bytes(file)
    let disk = folder.path.appending("disk")
    mkdir(disk.text, 0o755)
    // Without permission to mount there is no disk to fill.
    guard mount("tmpfs", disk.text, "tmpfs", 0, "size=\(bytes.count + 8192)") == 0 else { return }
    defer { umount2(disk.text, Int32(MNT_DETACH)) }
    let full = disk.appending("full." + file.fileExtension)
    #expect(FileManager.default.createFile(atPath: full.text, contents: Data(bytes)))
    let error = #expect(throws: TagWriteError.self) { try write(full) }
    #expect(error == .noSpace)
    #expect(try folder.bytes(full) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.text) == [full.name])
  }

  @Test("a disk that is full only when TagLib writes is noticed, too")
  func fullDuringTags() throws {
    let folder = MediaFolder()
    let disk = folder.path.appending("disk")
    mkdir(disk.text, 0o755)
    // Four pages: two for the file, two for its copy, and none for a tag.
    let bytes = TagWriterTests.monkeysAudio(frame: (8192 - 84) / 2)
    #expect(bytes.count == 8192)
    // Without permission to mount there is no disk to fill.
    guard mount("tmpfs", disk.text, "tmpfs", 0, "size=16384") == 0 else { return }
    defer { umount2(disk.text, Int32(MNT_DETACH)) }
    let full = disk.appending("full.ape")
    #expect(FileManager.default.createFile(atPath: full.text, contents: Data(bytes)))
    #expect(throws: TagWriteError.noSpace) { try write(full) }
    #expect(try folder.bytes(full) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.text) == [full.name])
  }
}
