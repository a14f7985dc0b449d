import Foundation

/// Files found in music folders that are not music.
enum BrokenFiles {
  static func make(in folder: URL) throws {
    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
    var generator = SystemRandomNumberGenerator()
    let noise = Data((0..<50_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    try Data().write(to: file("empty.mp3"))
    try noise.write(to: file("noise.flac"))
    try noise.write(to: file("noise.mp3"))
    try Data("not music at all\n".utf8).write(to: file("text.ogg"))
    try FileManager.default.createDirectory(
      at: file("folder.mp3"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: file("loop"), withDestinationURL: folder)
    try FileManager.default.createSymbolicLink(
      atPath: file("dangling.flac").path, withDestinationPath: "/dev/null/x.flac")
    mkfifo(file("pipe.wav").path, 0o600)
    try Data("RIFF".utf8).write(to: file("short.wav"))
    // A name that is not UTF-8, and one with a newline in it.
    let bytes =
      Array(folder.path.utf8) + Array("/bad ".utf8) + [0xFF, 0xFE] + Array(".mp3".utf8) + [0]
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { name in
        guard let base = name.baseAddress else { return }
        close(open(base, O_CREAT | O_WRONLY, 0o600))
      }
    }
    try Data("x".utf8).write(to: file("new\nline.opus"))
    let whole = file("whole.mp3")
    try Program.check(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=frequency=200:duration=2",
        whole.path,
      ])
    let data = try Data(contentsOf: whole)
    try data.prefix(300).write(to: file("truncated.mp3"))
    try FileManager.default.removeItem(at: whole)
  }
}
