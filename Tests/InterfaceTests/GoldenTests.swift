import Foundation
import Interface
import Music
import Screen
import ScreenPictures
import Settings
import Testing

/// Whole screens, compared cell by cell with reviewed ones.
///
/// `make golden` records them again; a recording run fails, so that nobody takes it for a test.
@Suite("Golden frames")
struct GoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  @Test(
    "screens look as recorded",
    arguments: Scene.allCases.flatMap { scene in scene.goldenSizes.map { (scene, $0) } })
  func golden(scene: Scene, size: Size) throws {
    let name = "\(scene.rawValue)-\(size.columns)x\(size.rows).txt"
    let file = GoldenTests.folder.appendingPathComponent(name)
    let dump = FrameDump.text(scene.stage(size).frame)
    if ProcessInfo.processInfo.environment["TRITONE_RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: GoldenTests.folder, withIntermediateDirectories: true)
      try dump.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name); read the difference, then run the tests again")
      return
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    if recorded != dump {
      let pairs = zip(
        recorded.split(separator: "\n", omittingEmptySubsequences: false),
        dump.split(separator: "\n", omittingEmptySubsequences: false))
      let first = pairs.enumerated().first { $1.0 != $1.1 }
      Issue.record(
        """
        \(name) line \((first?.offset ?? 0) + 1):
        was \(first?.element.0 ?? "")
        now \(first?.element.1 ?? "")
        \(scene.stage(size).frame.plainText)
        """)
    }
  }

  @Test("no frame of any size has debris, and every size draws")
  func everySize() {
    // Each size is drawn with a third of the scenes, each scene in a third of the sizes. A scene
    // begins at one of its heights, which differ from width to width, and is resized to the others.
    let heights = [1, 5, 6, 7, 9, 10, 13, 14, 15, 23, 24, 30, 60]
    let widths = [1, 10, 29, 30, 31, 45, 46, 60, 99, 100, 101, 150, 300]
    for (index, scene) in Scene.everySize.enumerated() {
      for (across, columns) in widths.enumerated() {
        let sizes = heights.indices.filter { (index + $0 + across) % 3 == 0 }.map {
          Size(rows: heights[$0], columns: columns)
        }
        let first = sizes[(index + across) % sizes.count]
        var stage = scene.stage(first)
        for size in [first] + sizes.filter({ $0 != first }) {
          if size != first { stage.send(.resized(size)) }
          let frame = stage.frame
          for row in 0..<size.rows {
            #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns)
          }
        }
      }
    }
  }
}

/// Pictures of the same screens in the real skins; `make screens` writes them.
@Suite("Pictures")
struct PictureTests {
  private static let skins = ThemeFolder(
    user: nil, executable: FileManager.default.currentDirectoryPath + "/x")

  @Test(
    "every scene can be painted in every skin",
    .enabled(if: ProcessInfo.processInfo.environment["TRITONE_SCREENS"] != nil))
  func paint() throws {
    let folder = URL(
      fileURLWithPath: ProcessInfo.processInfo.environment["TRITONE_SCREENS"] ?? "docs/screens")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in Self.skins.names {
      let theme = try Self.skins.load(name)
      let slug = name.lowercased().replacingOccurrences(of: " ", with: "-")
      for (scene, size) in Self.wanted(slug) {
        var stage = scene.stage(size)
        for track in stage.library { stage.covers[track.id] = Self.cover }
        // Forgets that the scene had none.
        stage.send(.imagesChosen(.none, cell: PixelSize(width: 10, height: 20)))
        stage.send(.imagesChosen(.blocks, cell: PixelSize(width: 10, height: 20)))
        stage.send(.theme(.loaded(theme, isPreview: true)))
        let frame = stage.frame
        let file = "\(slug)-\(scene.rawValue)-\(size.columns)x\(size.rows).svg"
        try SVGPicture(frame, theme: theme).text.write(
          to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
      }
    }
  }

  /// A harbour at night: a moon in the sky, the lights of a ferry, and both in the water.
  private static let cover: Picture? = {
    let side = 96
    func color(_ x: Double, _ y: Double) -> (Double, Double, Double) {
      let isWater = y > 0.62
      // What is in the water is mirrored, and moved by waves.
      let (u, v) =
        isWater ? (x + 0.015 * ((y * 40).truncatingRemainder(dividingBy: 2) - 1), 1.24 - y) : (x, y)
      let moon = ((u - 0.7) * (u - 0.7) + (v - 0.24) * (v - 0.24)).squareRoot()
      let hull = v > 0.53 && v < 0.62 && u > 0.16 + (0.62 - v) * 0.5 && u < 0.62 - (0.62 - v) * 0.4
      let cabin = v > 0.46 && v <= 0.53 && u > 0.26 && u < 0.5
      let isLamp = (cabin || hull) && v < 0.56 && (u * 24).truncatingRemainder(dividingBy: 2) < 0.8
      let glow = max(0, 1 - moon * 2.4)
      var rgb = (20 + 90 * v + 60 * glow, 24 + 40 * v + 70 * glow, 70 + 70 * v + 60 * glow)
      if moon < 0.11 { rgb = (250, 240, 205) }
      if hull || cabin { rgb = (16, 18, 36) }
      if isLamp { rgb = (255, 196, 92) }
      let light = isWater ? 0.62 : 1
      return (rgb.0 * light, rgb.1 * light, rgb.2 * light)
    }
    let pixels = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % side) / Double(side), Double(index / side) / Double(side))
      let rgb = color(x, y)
      return [rgb.0, rgb.1, rgb.2].map { UInt8(max(0, min(255, $0))) }
    }
    return Picture(width: side, height: side, pixels: pixels)
  }()

  /// The default skin in every size; the others in the size for comparison.
  private static func wanted(_ slug: String) -> [(Scene, Size)] {
    let all = ProcessInfo.processInfo.environment["TRITONE_SCREENS_ALL"] != nil
    if all { return Scene.allCases.flatMap { scene in Scene.sizes.map { (scene, $0) } } }
    let large = Size(rows: 40, columns: 120)
    guard slug == "obsidian" else { return [(.waveform, large)] }
    return Scene.sizes.map { (.songs, $0) } + [
      (.playlist, large), (.help, large), (.equalizer, large), (.waveform, large),
      (.fullScreen, large), (.mixJoin, large), (.fits, large), (.grid, large), (.spectrum, large),
    ]
  }
}
