import Music
import Screen
import Settings
import Testing

@testable import Interface

@Suite("The accent of the cover")
struct AccentTests {
  /// A picture of runs of colours, by their shares of 96 columns.
  private func picture(_ runs: [(hex: String, columns: Int)]) throws -> Picture {
    let row = try runs.flatMap { hex, columns in
      let color = try #require(Color(hex: hex))
      return Array(repeating: [color.red, color.green, color.blue], count: columns).joined()
    }
    return try #require(
      Picture(
        width: 96, height: 96, pixels: Array(Array(repeating: row, count: 96).joined())))
  }

  private func hue(_ hex: String) throws -> Double { LabColor(try #require(Color(hex: hex))).hue }

  private func isNear(_ one: Double, _ other: Double, within: Double = 8) -> Bool {
    let angle = abs(one - other)
    return min(angle, 360 - angle) <= within
  }

  @Test("the hue of a cover is the one with the most colour in it, not the largest area")
  func salient() throws {
    for (runs, hex) in [
      ([("#808080", 60), ("#c83030", 36)], "#c83030"),
      ([("#000000", 50), ("#ffffff", 40), ("#1060e0", 6)], "#1060e0"),
      ([("#7a6a50", 40), ("#e02020", 30), ("#ffffff", 26)], "#e02020"),
      ([("#208040", 70), ("#d0a010", 26)], "#208040"),
    ] {
      let found = try #require(CoverHue(try picture(runs)))
      #expect(isNear(found.degrees, try hue(hex)), "\(runs): \(found)")
      #expect(found.chroma > 20)
    }
    for runs in [
      [("#808080", 96)], [("#000000", 48), ("#ffffff", 48)], [("#807c78", 95), ("#ff0000", 1)],
    ] {
      #expect(CoverHue(try picture(runs)) == nil)
    }
  }

  @Test("a hue around zero degrees is one hue")
  func zero() throws {
    let color = Color(LabColor(lightness: 55, hue: 359, chroma: 60))
    let other = Color(LabColor(lightness: 55, hue: 1, chroma: 60))
    let found = try #require(
      CoverHue(try picture([(color.hex, 30), (other.hex, 30), ("#30a040", 36)])))
    #expect(isNear(found.degrees, 0, within: 4))
  }

  @Test("each skin's accent stays readable on every ground in all hues", arguments: SkinTests.names)
  func contrast(name: String) throws {
    let theme = try SkinTests.folder.load(name)
    let own = theme.style(of: .accent).foreground
    for degrees in stride(from: 0, to: 360, by: 5) {
      for chroma in [20.0, 60, 130] {
        let accented = theme.accented(hue: Double(degrees), chroma: chroma)
        let accent = accented.style(of: .accent).foreground
        #expect(accent != own || isNear(LabColor(own).hue, Double(degrees)), "\(degrees)")
        for face in Face.allCases {
          let (old, new) = (theme.style(of: face), accented.style(of: face))
          #expect(new.attributes == old.attributes && new.background == old.background)
          #expect(new.foreground == (old.foreground == own ? accent : old.foreground))
          for ground in Surface.allCases where old.foreground == own {
            let before = theme.colors(face, on: ground)
            let after = accented.colors(face, on: ground)
            let floor = min(4.5, before.foreground.contrast(with: before.background))
            #expect(
              after.foreground.contrast(with: after.background) >= floor,
              "\(face) on \(ground) at \(degrees)")
          }
        }
        #expect(accented.grounds == theme.grounds && accented.shape == theme.shape)
        #expect(isNear(LabColor(accent).hue, Double(degrees), within: 30) || accent == own)
      }
    }
  }

  private func accent(_ stage: Stage) -> Color {
    stage.app.skins.theme.style(of: .accent).foreground
  }

  private func play(_ index: Int, in stage: inout Stage) {
    stage.press("Home")
    for _ in 0..<index { stage.press("Down") }
    _ = stage.playSelected()
  }

  @Test("the accent follows the cover of the current track, a grey one leaves the skin's own")
  func following() throws {
    var stage = Stage(tracks: Samples.tracks)
    let own = accent(stage)
    stage.send(.imagesChosen(.blocks, cell: PixelSize(width: 10, height: 20)))
    let tracks = Samples.tracks.prefix(3)
    for (track, hex) in zip(tracks, ["#c83030", "#808080", "#1060e0"]) {
      stage.covers[track.id] = try picture([(hex, 96)])
    }
    play(0, in: &stage)
    #expect(accent(stage) == own)
    stage.run("accent cover")
    #expect(isNear(LabColor(accent(stage)).hue, try hue("#c83030")))
    #expect(stage.app.skins.theme.style(of: .playing).foreground == accent(stage))
    #expect(stage.app.skins.theme.style(of: .heading) == Theme.fallback.style(of: .heading))
    play(1, in: &stage)
    #expect(accent(stage) == own)
    play(2, in: &stage)
    let blue = accent(stage)
    #expect(isNear(LabColor(blue).hue, try hue("#1060e0")))
    stage.run("theme-edit")
    #expect(accent(stage) == own)
    stage.press("Esc")
    #expect(accent(stage) == blue)
    let settings = stage.app.keptSettings
    #expect(stage.app.kept(.themeAccent) == .text("cover"))
    stage.run("accent skin")
    #expect(accent(stage) == own)
    stage.begin(with: settings)
    #expect(stage.app.skins.accent == .cover)
  }

  @Test("a skin that asks for it has the accent of the cover, also where no cover shows")
  func ofFile() throws {
    var stage = Stage(rows: 10, columns: 60, tracks: Samples.tracks)
    stage.send(.imagesChosen(.blocks, cell: PixelSize(width: 10, height: 20)))
    stage.covers[Samples.tracks[0].id] = try picture([("#208040", 96)])
    play(0, in: &stage)
    var theme = stage.app.skins.theme
    let own = accent(stage)
    theme.shape.accentFrom = .cover
    stage.send(.theme(.loaded(theme, isPreview: true)))
    #expect(isNear(LabColor(accent(stage)).hue, try hue("#208040")))
    stage.run("accent skin")
    #expect(accent(stage) == own)
    stage.run("accent auto")
    #expect(accent(stage) != own)
  }
}
