#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Color {
  /// The colour with its lightness (CIELAB, 0 to 100) changed, as near as sRGB has it.
  package func lighter(by step: Double) -> Color {
    var lab = LabColor(self)
    lab.lightness = max(0, min(100, lab.lightness + step))
    return Color(lab)
  }

  /// The inverse of `LabColor.init`; channels beyond sRGB are cut.
  init(_ lab: LabColor) {
    func cubed(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > 0.008856 ? cube : (root - 16.0 / 116) / 7.787
    }
    let root = (lab.lightness + 16) / 116
    let x = cubed(root + lab.a / 500) * 0.95047
    let y = cubed(root)
    let z = cubed(root - lab.b / 200) * 1.08883
    self.init(
      red: Self.channel(3.2406 * x - 1.5372 * y - 0.4986 * z),
      green: Self.channel(-0.9689 * x + 1.8758 * y + 0.0415 * z),
      blue: Self.channel(0.0557 * x - 0.2040 * y + 1.0570 * z))
  }

  /// The channel value of linear light (IEC 61966-2-1).
  private static func channel(_ light: Double) -> UInt8 {
    let light = max(0, min(1, light))
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }
}
