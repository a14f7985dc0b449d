import Foundation
import Music

/// A folder of files encoded by ffmpeg, removed with the last reference to it.
final class MediaFolder: Sendable {
  let path: FilePath

  init() {
    path = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("tritone-\(UUID().uuidString)")
    mkdir(path.text, 0o755)
  }

  deinit {
    _ = try? FileManager.default.removeItem(atPath: path.text)  // because nobody is left to tell
  }

  struct Failure: Error { var status: Int32 }

  /// Two seconds of a stereo tone in the format of the name and the arguments.
  func encode(
    _ name: String, _ arguments: [String], tags: [String: String], hasArt: Bool = false
  ) throws -> FilePath {
    let file = path.appending(name)
    let ffmpeg = Process()
    ffmpeg.executableURL = URL(filePath: "/usr/bin/env")
    let picture = [
      "-f", "lavfi", "-i", "color=red:s=16x16:r=10:d=0.1", "-map", "0:a", "-map", "1:v", "-c:v",
      "mjpeg", "-pix_fmt", "yuvj420p",
    ]
    ffmpeg.arguments =
      [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "aevalsrc=0.2*sin(880*t)|0.2*sin(990*t):s=44100:d=2,aformat=sample_fmts=s16",
      ] + (hasArt ? picture : []) + arguments
      + tags.flatMap { ["-metadata", "\($0)=\($1)"] } + [file.text]
    try ffmpeg.run()
    ffmpeg.waitUntilExit()
    guard ffmpeg.terminationStatus == 0 else { throw Failure(status: ffmpeg.terminationStatus) }
    return file
  }

  func write(_ name: String, _ bytes: [UInt8]) -> FilePath {
    let file = path.appending(name)
    precondition(FileManager.default.createFile(atPath: file.text, contents: Data(bytes)))
    return file
  }

  func bytes(_ file: FilePath) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file.text)))
  }
}
