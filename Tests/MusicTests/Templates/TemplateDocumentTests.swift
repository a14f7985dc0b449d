import Foundation
import Music
import Testing

@Suite("docs/templates.md")
struct TemplateDocumentTests {
  private static let text: String = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../../docs/templates.md")
    do { return try String(contentsOf: file, encoding: .utf8) } catch { return "" }
  }()

  private static let known = Track(
    id: TrackID(1), source: .file(FilePath("/music/Kind of Blue/01.flac")),
    tags: Tags(
      title: "So What", artist: "Miles Davis", album: "Kind of Blue", date: "1959-08-17", bpm: 136,
      key: "Dm"),
    audio: AudioProperties(codec: "flac"), added: 1_710_500_000, rating: Rating(stars: 4))
  private static let loose = Track(
    id: TrackID(2), source: .file(FilePath("/music/Loose/one.mp3")), tags: Tags(title: "One"),
    audio: AudioProperties(codec: "mp3"))

  /// The rows of tables with so many columns, a bar inside a cell written as \|.
  private func rows(_ columns: Int) -> [[String]] {
    Self.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| ") else { return nil }
      let cells = line.replacingOccurrences(of: "\\|", with: "\u{1}").split(separator: "|")
        .map {
          $0.replacingOccurrences(of: "\u{1}", with: "|").trimmingCharacters(in: .whitespaces)
        }
      return cells.count == columns ? cells : nil
    }
  }

  @Test("every example gives what the page says")
  func examples() throws {
    let examples = rows(3).filter { $0[0].contains("{") && !$0[0].contains("`{Date}`, ") }
      .drop { $0[0] != "`{Album} ({Date})`" }
    #expect(examples.count == 14)
    for example in examples {
      let source = example[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
      let template = try GroupTemplate(source)
      #expect(template.text(for: Self.known) == example[1], "\(source)")
      #expect(template.text(for: Self.loose) == example[2], "\(source)")
    }
  }

  @Test("the page names every placeholder and every preset, and no other")
  func complete() {
    let listed = rows(3).compactMap { $0[0].hasPrefix("`{") ? $0[0] : nil }
      .prefix { $0 != "`{Album} ({Date})`" }.flatMap { cell in
        cell.split(separator: ",").map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " `{}"))
        }
      }
    #expect(listed == GroupTemplate.Placeholder.allCases.map(\.rawValue))
    let flat = Self.text.replacingOccurrences(of: "\n", with: " ")
    for preset in GroupTemplate.presets { #expect(flat.contains(preset.name)) }
  }

  @Test("templates in the text can be read")
  func texts() throws {
    for source in ["{BPM:5}", "{Artist:3}", "{Added:month}", "{AlbumArtist|Artist|\"Nobody\"}"] {
      #expect(Self.text.contains(source))
      _ = try GroupTemplate(source)
    }
  }
}
