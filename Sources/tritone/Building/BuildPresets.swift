import Builder
import Library
import Music
import Synchronization

/// The presets of builds, in the library: by their names, as the JSON of preset files.
struct BuildPresets: Sendable {
  private let library: Library

  private static let key = "build presets"
  static let mostPresets = 1_000
  private static let longestName = 200

  init(_ library: Library) { self.library = library }

  /// By name; one that cannot be read is left out.
  func all() async throws -> [BuildPreset] {
    try await stored().compactMap { name, text in
      // A later version may have written it.
      guard let read = try? JSONPreset.options(json: Array(text.utf8)) else { return nil }
      return BuildPreset(name: name, options: read.options)
    }.sorted { (SortKey.folded($0.name), $0.name) < (SortKey.folded($1.name), $1.name) }
  }

  /// The preset of a name in any case.
  func preset(named name: String) async throws -> BuildPreset? {
    let presets = try await all()
    return presets.first { $0.name == name }
      ?? presets.first { SortKey.folded($0.name) == SortKey.folded(name) }
  }

  /// Keeps a preset in place of another of its name.
  ///
  /// - Returns: The name that it has now.
  @discardableResult
  func save(_ preset: BuildPreset) async throws -> String {
    guard let name = Playlist.tidied(name: preset.name), name.count == preset.name.trimmed().count
    else {
      throw Failure(
        reason: "a preset's name has from 1 to \(Self.longestName) characters, in one line")
    }
    if let mistake = preset.options.mistakes.first { throw Failure(reason: mistake.text) }
    let text = JSONPreset.json(of: preset.options)
    try await change { presets throws(Failure) in
      guard presets[name] != nil || presets.count < Self.mostPresets else {
        throw Failure(reason: "there are \(Self.mostPresets) presets: delete some first")
      }
      presets[name] = text
    }
    return name
  }

  func delete(_ name: String) async throws {
    try await change { presets throws(Failure) in presets[name] = nil }
  }

  private func stored() async throws -> [String: String] {
    try Self.read(try await library.setting(Self.key))
  }

  /// - Throws: where another program has written what is none of ours: it is not written over.
  private static func read(_ text: String?) throws(Failure) -> [String: String] {
    guard let text else { return [:] }
    guard let presets = SessionText.decode([String: String].self, text) else {
      throw Failure(reason: "the library's presets cannot be read")
    }
    return presets
  }

  private func change(
    _ work: @escaping @Sendable (inout [String: String]) throws(Failure) -> Void
  ) async throws {
    let fault = FaultBox()
    try await library.changeSetting(Self.key) { text in
      var presets: [String: String]
      do throws(Failure) {
        presets = try Self.read(text)
        try work(&presets)
      } catch {
        fault.value.withLock { $0 = error }
        return text
      }
      return presets.isEmpty ? nil : try SessionText.encode(presets)
    }
    if let fault = fault.value.withLock({ $0 }) { throw fault }
  }
}

/// Why a change was not made.
private final class FaultBox: Sendable {
  let value = Mutex<Failure?>(nil)
}
