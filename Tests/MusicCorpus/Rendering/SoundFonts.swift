internal import BenchHarness
internal import Glibc

/// The installed sound fonts.
struct SoundFonts {
  private static let large = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
  private static let small = "/usr/share/sounds/sf2/TimGM6mb.sf2"

  let first: String
  let second: String

  /// Throws with the package to install if a sound font is missing.
  init(isQuick: Bool) throws(CorpusError) {
    let isThere = { (path: String) in access(path, R_OK) == 0 }
    let preferred = isQuick ? [Self.small, Self.large] : [Self.large, Self.small]
    let fonts = preferred.filter(isThere)
    guard let first = fonts.first else {
      throw .missing(program: "a sound font", package: "fluid-soundfont-gm")
    }
    self.first = first
    second = isThere(Self.small) ? Self.small : first
  }

  static func checkPrograms() throws(CorpusError) {
    for program in ["fluidsynth", "ffmpeg"] where !Spawned.isInstalled(program) {
      throw .missing(program: program, package: program)
    }
  }
}
