import Foundation
import Media
import Music
import Synchronization
import Testing

@Suite("The cache of converted files")
struct ConversionCacheTests {
  private let folder = ConversionFolder()

  private func convert(_ files: ConvertedFiles, _ source: FilePath) throws -> FilePath {
    try files.file(
      for: source, rule: ConversionFolder.mp3, in: folder.output, cancellation: Cancellation())
  }

  @Test("a file with other tags is not encoded again")
  func retagged() throws {
    let files = folder.files()
    let first = try folder.source("a.flac", title: "One")
    #expect(try TagReader.read(try convert(files, first)).tags.title == "One")
    #expect(files.encodedCount == 1)
    let second = try folder.source("b.flac", title: "Two")
    var isAskedForProgress = false
    let made = try files.file(
      for: second, rule: ConversionFolder.mp3, in: folder.output, cancellation: Cancellation()
    ) { _ in isAskedForProgress = true }
    #expect(try TagReader.read(made).tags.title == "Two")
    #expect(files.encodedCount == 1)
    #expect(!isAskedForProgress)
    #expect(folder.names(in: folder.cache).count == 1)
  }

  @Test("another rule is another file")
  func rules() throws {
    let files = folder.files()
    let source = try folder.source("a.flac", seconds: 0.3)
    for rate in [96_000, 160_000] {
      let rule = ConversionRule(codec: .opus, bitRate: rate)
      _ = try files.file(
        for: source, rule: rule, in: folder.output, cancellation: Cancellation())
    }
    #expect(files.encodedCount == 2)
    #expect(folder.names(in: folder.cache).count == 2)
  }

  @Test("a prepared file is found in the cache")
  func prepared() throws {
    let source = try folder.source("a.flac", seconds: 0.3)
    try folder.files().prepare(
      source, rule: ConversionFolder.mp3, cancellation: Cancellation())
    let files = folder.files()
    _ = try convert(files, source)
    #expect(files.encodedCount == 0)
  }

  @Test("without a cache files are converted all the same")
  func uncached() throws {
    let source = try folder.source("a.flac", seconds: 0.3)
    let off = folder.files(limit: 0)
    _ = try convert(off, source)
    _ = try convert(off, source)
    #expect(off.encodedCount == 2)
    #expect(folder.names(in: folder.cache) == [])
    // A file is where the folder would be.
    _ = folder.media.write("cache", [1])
    _ = try convert(folder.files(), source)
    #expect(folder.names(in: folder.output).count == 3)
  }

  @Test("the least recently used go when there are too many bytes")
  func eviction() throws {
    let sources = try (1...4).map {
      try folder.source("\($0).flac", seconds: 0.5, seed: $0)
    }
    let files = folder.files()
    for source in sources[0..<3] {
      _ = try convert(files, source)
      usleep(10_000)
    }
    // The first one is used again, so that the second is the oldest.
    _ = try convert(files, sources[0])
    let sizes = folder.names(in: folder.cache).map { name in
      var status = stat()
      stat(folder.cache.appending(name).text, &status)
      return Int64(status.st_size)
    }
    #expect(sizes.count == 3)
    // Room for three and a bit.
    let small = folder.files(limit: sizes.reduce(0, +) + 500)
    _ = try convert(small, sources[3])
    #expect(folder.names(in: folder.cache).count == 3)
    _ = try convert(small, sources[0])
    #expect(small.encodedCount == 1)
    _ = try convert(small, sources[1])
    #expect(small.encodedCount == 2)
  }

  @Test(
    "a damaged file is found and made again",
    arguments: ["cut", "changed", "longer", "empty", "link"])
  func damaged(kind: String) throws {
    let source = try folder.source("a.flac", seconds: 0.5)
    let first = try folder.media.bytes(try convert(folder.files(), source))
    let name = try #require(folder.names(in: folder.cache).first)
    let cached = folder.cache.appending(name)
    var bytes = try folder.media.bytes(cached)
    switch kind {
    case "cut": bytes.removeLast(100)
    case "changed": bytes[bytes.count / 2] ^= 1
    case "longer": bytes.append(0)
    case "link":
      unlink(cached.text)
      symlink(source.text, cached.text)
    default: bytes = []
    }
    if kind != "link" { try Data(bytes).write(to: URL(filePath: cached.text)) }
    let files = folder.files()
    #expect(try folder.media.bytes(try convert(files, source)) == first)
    #expect(files.encodedCount == 1)
    #expect(try folder.media.bytes(try convert(files, source)) == first)
    #expect(files.encodedCount == 1)
    #expect(folder.names(in: folder.cache) == [name])
  }

  @Test("two at once encode a file once")
  func twoAtOnce() throws {
    let source = try folder.source("a.flac", seconds: 3)
    let both = [folder.files(), folder.files()]
    let made = Mutex<[FilePath]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      // A failure is a missing file.
      if let file = try? convert(both[index], source) { made.withLock { $0.append(file) } }
    }
    let files = made.withLock { $0 }
    #expect(files.count == 2)
    #expect(both.reduce(0) { $0 + $1.encodedCount } == 1)
    #expect(try Set(files.map { try folder.media.bytes($0) }).count == 1)
    #expect(folder.names(in: folder.cache).count == 1)
  }

  @Test("one that waits for another can be cancelled")
  func waits() throws {
    let source = try folder.source("a.flac", seconds: 0.3)
    let files = folder.files()
    _ = try convert(files, source)
    let name = try #require(folder.names(in: folder.cache).first)
    try FileManager.default.removeItem(atPath: folder.cache.appending(name).text)
    let lock = name.prefix { $0 != "." } + ".lock"
    let held = open(folder.cache.appending(String(lock)).text, O_RDWR | O_CREAT, 0o600)
    #expect(flock(held, LOCK_EX) == 0)
    let cancellation = Cancellation()
    let thread = Thread {
      usleep(100_000); cancellation.cancel()
    }
    thread.start()
    #expect(throws: ConversionError.cancelled) {
      try files.file(
        for: source, rule: ConversionFolder.mp3, in: folder.output, cancellation: cancellation)
    }
    close(held)
    #expect(files.encodedCount == 1)
    // The lock of a killed run holds up nobody, and goes.
    _ = try convert(files, source)
    #expect(folder.names(in: folder.cache) == [name])
  }

  @Test("what a killed run has left is removed by the next one")
  func killed() throws {
    let source = try folder.source("a.flac", seconds: 0.3)
    mkdir(folder.cache.text, 0o700)
    for place in [folder.cache, folder.output] {
      try Data([1, 2, 3]).write(to: URL(filePath: place.appending(".tritone-new-1234").text))
    }
    try Data().write(to: URL(filePath: folder.cache.appending("0123.lock").text))
    let file = try convert(folder.files(), source)
    #expect(folder.names(in: folder.output) == [file.name])
    #expect(folder.names(in: folder.cache).count == 1)
  }

  @Test("a source that changes while it is converted is an error, and not kept")
  func changing() throws {
    let source = try folder.source("a.flac", seconds: 2)
    let files = folder.files()
    var isChanged = false
    #expect(throws: ConversionError.changedMeanwhile) {
      try files.file(
        for: source, rule: ConversionFolder.opus, in: folder.output, cancellation: Cancellation()
      ) { _ in
        guard !isChanged else { return }
        isChanged = true
        utimes(source.text, nil)
      }
    }
    #expect(folder.names(in: folder.cache) == [])
    #expect(folder.names(in: folder.output) == [])
  }
}
