import BenchHarness
import Foundation
import MusicCorpus

/// Where corpora are cached between runs: rendering one takes longer than measuring.
enum CorpusLocation {
  /// Seeds used while the methods were developed: figures on them prove nothing.
  static let knownSeeds: Set<Int> = [1, 2, 11, 12, 13, 14]

  static func folder(seed: Int, count: Int) -> String {
    let caches = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? "/tmp"
    return "\(caches)/tritone-analysis-bench-1/\(seed)-\(count)"
  }

  /// Opens a complete corpus; renders a missing one.
  static func open(seed: Int, count: Int, folder: String?) async throws -> Corpus {
    let folder = folder ?? self.folder(seed: seed, count: count)
    if Corpus.isComplete(folder) { return try Corpus(reading: folder) }
    return try await render(RenderingSettings(seed: seed, count: count), into: folder)
  }

  static func render(_ settings: RenderingSettings, into folder: String) async throws -> Corpus {
    Progress.show("rendering \(settings.count) tracks into \(folder)")
    return try await Corpus(rendering: settings, into: folder) { done in
      if done % 10 == 0 { Progress.show("\(done) of \(settings.count)") }
    }
  }
}
