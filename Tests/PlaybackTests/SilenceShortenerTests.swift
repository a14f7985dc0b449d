import Foundation
import Music
import Testing

@testable import Playback

/// Speech as far as levels go: words of modulated tones over a room's noise, with pauses between.
struct MadeSpeech {
  static let rate = 44_100
  var samples: [Float] = []
  /// The frames of each word.
  var words: [Range<Int>] = []
  private var noise = SeededGenerator(seed: 11)

  /// `pauses` are the seconds before each word, and those after the last.
  init(pauses: [Double], word: Double = 0.4) {
    for pause in pauses.dropLast() {
      add(pause) { _ in 0 }
      let start = samples.count
      add(word) { time in
        // A word begins and ends softly, from 30 dB below its middle.
        let envelope = max(0.03, sin(.pi * time / word))
        return 0.4 * envelope * sin(2 * .pi * 160 * time + 2 * sin(2 * .pi * 5 * time))
      }
      words.append(start..<samples.count)
    }
    add(pauses[pauses.count - 1]) { _ in 0 }
  }

  private mutating func add(_ seconds: Double, _ sound: (Double) -> Double) {
    for frame in 0..<Int((seconds * Double(Self.rate)).rounded()) {
      // The room: -66 dB of full scale.
      let unit = Double(noise.next() >> 11) / Double(1 << 53) * 2 - 1
      samples.append(Float(sound(Double(frame) / Double(Self.rate)) + 0.0009 * unit))
    }
  }

  var sixteenBits: [Int16] { samples.map { Int16(($0 * 32767).rounded()) } }
}

@Suite("Shortened silence")
struct SilenceShortenerTests {
  /// Puts mono sound in blocks of `block` frames; returns the left side and, for each frame of it,
  /// its frame in the source.
  private func shortened(
    _ source: [Float], block: Int = 1_000
  ) -> (out: [Float], origins: [Int], cuts: [SilenceShortener.Cut]) {
    var shortener = SilenceShortener(rate: MadeSpeech.rate)
    var out: [Float] = []
    var all: [SilenceShortener.Cut] = []
    func note(_ cuts: [SilenceShortener.Cut], from start: Int) {
      all += cuts.map { SilenceShortener.Cut(offset: start / 2 + $0.offset, frames: $0.frames) }
    }
    for start in stride(from: 0, to: source.count, by: block) {
      let frames = source[start..<min(source.count, start + block)].flatMap { [$0, -$0] }
      let before = out.count
      note(frames.withUnsafeBufferPointer { shortener.put($0, into: &out) }, from: before)
    }
    let before = out.count
    note(shortener.finish(into: &out), from: before)
    var (origins, skipped, next) = ([Int](), 0, 0)
    for frame in 0..<out.count / 2 {
      while next < all.count, all[next].offset <= frame {
        skipped += all[next].frames
        next += 1
      }
      origins.append(frame + skipped)
    }
    return (stride(from: 0, to: out.count, by: 2).map { out[$0] }, origins, all)
  }

  @Test("gaps of more than 0.6 s become 0.3 s, others stay", arguments: [441, 1_000, 70_001])
  func durations(block: Int) {
    let speech = MadeSpeech(pauses: [0.2, 0.3, 0.55, 0.7, 1, 3, 20, 0.2])
    let (out, origins, cuts) = shortened(speech.samples, block: block)
    #expect(cuts.count == 4)
    // A gap is longer than its pause by the soft ends of the words around it.
    for (cut, pause) in zip(cuts, [0.7, 1, 3, 20]) {
      #expect(abs(Double(cut.frames) / 44_100 - (pause - 0.3)) < 0.05, "a pause of \(pause) s")
    }
    #expect(out.count + cuts.reduce(0) { $0 + $1.frames } == speech.samples.count)
    #expect(origins.last == speech.samples.count - 1)
  }

  @Test("every word is there bit for bit, at the position that the cuts say")
  func words() {
    let speech = MadeSpeech(pauses: [1, 0.3, 0.65, 0.9, 2, 5, 1])
    let (out, origins, cuts) = shortened(speech.samples)
    #expect(cuts.count > 4)
    let places = Dictionary(uniqueKeysWithValues: origins.enumerated().map { ($1, $0) })
    for word in speech.words {
      let first = places[word.lowerBound] ?? 0
      #expect(Array(out[first..<first + word.count]) == Array(speech.samples[word]))
    }
    // Outside the fades of 10 ms all frames are those of their origins.
    let fades = cuts.map { $0.offset..<$0.offset + 441 }
    let wrong = out.indices.filter { frame in
      out[frame] != speech.samples[origins[frame]] && !fades.contains { $0.contains(frame) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("a cut in a humming room is no step")
  func clicks() {
    var speech = MadeSpeech(pauses: [0.2, 0.8, 1.13, 2.71, 0.2])
    for frame in speech.samples.indices {
      speech.samples[frame] += Float(0.002 * sin(2 * .pi * 100.3 * Double(frame) / 44_100))
    }
    let (out, _, cuts) = shortened(speech.samples)
    #expect(cuts.count == 3)
    func steepest(_ samples: ArraySlice<Float>) -> Float {
      zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }
    let room = steepest(speech.samples[0..<8_000])
    for cut in cuts {
      #expect(steepest(out[cut.offset - 20..<cut.offset + 461]) < room * 1.5)
    }
  }

  @Test("what is quiet beside the speech is no gap unless it is far below it")
  func quiet() {
    // Whispers at -45 dB of full scale among speech at -11, and a noisy room at -40.
    var speech = MadeSpeech(pauses: [0.2, 2, 0.2])
    for frame in 26_460..<speech.samples.count - 26_460 {
      speech.samples[frame] += Float(0.008 * sin(2 * .pi * 300 * Double(frame) / 44_100))
    }
    #expect(shortened(speech.samples).cuts.isEmpty)
    let digital = [Float](repeating: 0, count: 44_100)
    #expect(abs(shortened(digital).out.count - 13_230) <= 441)
  }
}
