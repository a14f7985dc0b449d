package import Music

/// Results of work on presets.
package enum BuildOutcome: Equatable, Sendable {
  case presetSaved(String)
  case presetDeleted(String)
  /// `omitted` names options that the file has no place for.
  case presetExported(FilePath, omitted: [String] = [])

  var notice: Notice {
    switch self {
    case .presetSaved(let name): "Kept the preset \(name); :build \(name) opens it"
    case .presetDeleted(let name): "Deleted the preset \(name)"
    case .presetExported(let path, let omitted):
      omitted.isEmpty
        ? "Wrote \(path.text)"
        : "Wrote \(path.name) without \(omitted.joined(separator: ", ")): JSON keeps all"
    }
  }
}
