import Foundation
import Media
import Music
import Testing

@Suite("Very long files")
struct LongFileTests {
  @Test(
    "in long MP3 of variable or constant bit rate every seek is exact once there is an index",
    arguments: [(["-q:a", "8"], 90), (["-b:a", "48k"], 30)])
  func long(_ options: [String], length: Int) async throws {
    let fixture = try DecoderFixture()
    // Minutes that all differ, without the header that has the length of the file.
    var minutes: [[UInt8]] = []
    for number in 0..<9 {
      try await fixture.ffmpeg(
        [
          "-f", "lavfi", "-i",
          "aevalsrc=0.3*sin(2*PI*(\(150 + 70 * number)+9*t)*t)+0.1*(random(\(number))-0.5)"
            + ":s=44100:d=60",
          "-c:a", "libmp3lame",
        ] + options + ["-write_xing", "0", "-id3v2_version", "0", "minute.mp3"])
      minutes.append(try fixture.bytes(of: "minute.mp3"))
    }
    try fixture.write("long.mp3", (0..<length).flatMap { minutes[$0 % minutes.count] })
    let path = fixture.path("long.mp3")
    let clock = ContinuousClock()
    var found: SeekIndex?
    let scanning = try clock.measure { found = try SeekIndex.scan(path) }
    let index = try #require(found)
    let decoder = try Decoder(path)
    let using = clock.measure { decoder.use(index) }
    let total = Int((try #require(decoder.duration).seconds * 44100).rounded())
    let targets = (0..<40).map { _ in Int.random(in: 0..<(total - 500)) }.sorted()
    let (wanted, count) = try windows(of: path, at: targets)
    #expect(count == total)
    var times: [Duration] = []
    for (target, sound) in zip(targets, wanted).shuffled() {
      let start = processorTime()
      try decoder.seek(to: Int64(target))
      let heard = try decodeAll(decoder, rate: 44100, limit: 500)
      times.append(processorTime() - start)
      #expect(heard == sound, "at frame \(target)")
    }
    times.sort()
    print(
      """
      \(options): \(index.file.size) bytes, \(index.frameCount) frames, \(index.count) places, \
      scan \(scanning), use \(using), seek and 500 frames median \(times[20]) worst \(times[39])
      """)
    #expect(times[20] < .milliseconds(200))
  }

  /// 500 frames from each position of a file decoded whole, and the number of all frames.
  private func windows(
    of path: FilePath, at targets: [Int]
  ) throws -> (sounds: [[Float]], count: Int) {
    let decoder = try Decoder(path)
    let resampler = Resampler(rate: 44100)
    var sounds = [[Float]](repeating: [], count: targets.count)
    var start = 0
    var first = 0
    while try decoder.decode(into: resampler) {
      let end = start + resampler.pendingFrames
      while first < targets.count, targets[first] + 500 <= start { first += 1 }
      for number in first..<targets.count {
        let from = max(targets[number], start)
        let to = min(targets[number] + 500, end)
        guard targets[number] < end else { break }
        if from < to {
          sounds[number] += resampler.pending[((from - start) * 2)..<((to - start) * 2)]
        }
      }
      resampler.consume(resampler.pendingFrames)
      start = end
    }
    return (sounds, start)
  }
}
