internal import FoundationEssentials
package import Music

/// The options of a build as a file that others can read. No secret is ever among them.
package enum JSONPreset {
  static let maximumBytes = 2 << 20

  /// Options as JSON, with the keys in the order of the alphabet.
  package static func json(of options: BuildOptions) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // because texts, whole numbers and truth values can always be written as JSON.
    let data = try! encoder.encode(PresetRecord(options))
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { JSONEscapes.escaping(String($0)) }
      .joined(separator: "\n") + "\n"
  }

  /// Options that were read, and what was ignored.
  package struct Imported: Equatable, Sendable {
    package var options: BuildOptions
    package var notes: [String]
  }

  /// A key of a file, whatever its name.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  /// The names of the keys in an object.
  private struct Keys: Decodable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    }
  }

  /// Options from JSON.
  ///
  /// - Throws: `BuildError.preset` for what is no preset of ours, and `BuildError.options` for
  ///   values that no build can have.
  package static func options(json bytes: [UInt8]) throws(BuildError) -> Imported {
    guard bytes.count <= maximumBytes else {
      throw .preset(reason: "it is larger than \(maximumBytes >> 20) MiB")
    }
    let (record, keys): (PresetRecord, [String])
    do {
      record = try JSONDecoding.value(from: bytes)
      keys = try JSONDecoding.value(Keys.self, from: bytes).names
    } catch {
      throw .preset(reason: error.reason)
    }
    switch record.version {
    case nil: throw .preset(reason: "'version' is missing")
    case 1: break
    case let version?:
      throw .preset(reason: "its version is \(version), and this program reads version 1")
    }
    let options = try record.options()
    let mistakes = options.mistakes
    guard mistakes.isEmpty else { throw .options(mistakes) }
    let known = Set(PresetRecord.CodingKeys.allCases.map(\.rawValue))
    let unknown = keys.filter { !known.contains($0) }.sorted()
    return Imported(options: options, notes: unknown.prefix(20).map(note(ofUnknown:)))
  }

  static func note(ofUnknown key: String) -> String {
    SecretNames.looksSecret(key)
      ? "\(shown(key)) looks like a secret and is not imported"
      : "\(shown(key)) is unknown and ignored"
  }

  /// A key in one short line.
  private static func shown(_ key: String) -> String {
    let line = key.unicodeScalars.prefix(60).map { JSONEscapes.isEscaped($0) ? "\u{FFFD}" : $0 }
    return "'" + String(String.UnicodeScalarView(line)) + "'"
  }
}

/// Names of keys whose values are nobody else's business.
enum SecretNames {
  private static let parts = [
    "secret", "token", "password", "passwd", "passphrase", "credential", "private", "apikey",
    "api_key", "access_key", "auth", "cookie", "session",
  ]

  static func looksSecret(_ key: String) -> Bool {
    let key = key.lowercased()
    return parts.contains { key.contains($0) }
  }
}
