// Feeds our readers of file formats with inputs of libFuzzer, guided by coverage.
// Built by `make fuzz` alone.
import CFuzzer
import Glibc
import Music

@testable import Media

@main
enum FormatFuzzer {
  static func main() throws {
    try FFmpegLibraries.load()
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        FormatFuzzer.read(UnsafeRawBufferPointer(start: data, count: size))
        return 0
      })
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) {
    var name = Array("/dev/shm/tritone-fuzz-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&name)
    precondition(descriptor >= 0)
    defer { close(descriptor) }
    unlink(name)
    precondition(write(descriptor, bytes.baseAddress, bytes.count) == bytes.count)
    let size = Int64(bytes.count)
    let file = HeaderFile()
    // The readers of a scan.
    file.use(descriptor, size: size)
    if let facts = HeaderReader.read(file, isNamedMP3: true) {
      precondition(facts.audio.duration ?? .zero >= .zero)
      _ = (facts.isBelievable(size: size), facts.tags.tags())
    }
    file.use(descriptor, size: size)
    _ = (FLACHeader.correction(file), AppendedTags.start(file), EmbeddedLyrics.read(file))
    file.use(descriptor, size: size)
    let (tags, stated) = BookFile.read(file)
    let chapters = stated.chapters(within: .seconds(600))
    precondition(chapters.allSatisfy { $0.start >= .zero && $0.start <= $0.end })
    precondition(zip(chapters, chapters.dropFirst()).allSatisfy { $0.end <= $1.start })
    _ = tags.facts(isBook: true)
    // Rejecting is as good as reading, here and below.
    _ = try? SeekIndex.scan(FilePath("/proc/self/fd/\(descriptor)"))
    // The readers before tags are written.
    file.use(descriptor, size: size, reads: 1_000_000)
    switch file.upTo(12, at: 0).flatMap(Signature.init) {
    case .mp4: _ = try? MP4Outline(file)
    case .wave, .aiff, .aifc: _ = try? TagFile(descriptor, size: size, container: "wav", codec: "")
    default: _ = try? TagFile(descriptor, size: size, container: "mp3", codec: "")
    }
  }
}
