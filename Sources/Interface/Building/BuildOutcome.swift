package import Music

/// Results of work on presets.
package enum BuildOutcome: Equatable, Sendable {
  case presetSaved(String)
  case presetDeleted(String)
  case presetExported(FilePath)

  var notice: Notice {
    switch self {
    case .presetSaved(let name): "Kept the preset \(name); :build \(name) opens it"
    case .presetDeleted(let name): "Deleted the preset \(name)"
    case .presetExported(let path): "Wrote \(path.text)"
    }
  }
}
