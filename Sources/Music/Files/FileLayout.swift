/// A pattern of tags for the path of a file below a folder: "{AlbumArtist}/{Album}/{Title}".
///
/// Each part between slashes is a template, with the placeholders of `GroupTemplate`.
package struct FileLayout: Equatable, Sendable {
  package let source: String
  private let parts: [Part]

  private enum Part: Equatable, Sendable {
    case literal(String)
    case template(GroupTemplate)
  }

  package static let standardSource = "{AlbumArtist}/{Album}/[{Disc}-]{Track} {Title}"

  /// Folders above a file.
  private static let maximumDepth = 16

  /// Parses a pattern; throws the column of a mistake.
  package init(_ source: String) throws(TemplateMistake) {
    self.source = source
    var parts: [Part] = []
    var column = 1
    for text in FileLayout.split(source) {
      let isTemplate = text.contains { TemplateLexer.isSign($0) }
      if isTemplate {
        do throws(TemplateMistake) {
          parts.append(.template(try GroupTemplate(text)))
        } catch {
          throw TemplateMistake(column: column + error.column - 1, reason: error.reason)
        }
      } else if text.contains(where: { !$0.isWhitespace }) {
        parts.append(.literal(text))
      }
      column += text.count + 1
    }
    guard source.last != "/", case .template = parts.last else {
      throw TemplateMistake(
        column: 1, reason: "the name of the file needs a placeholder, such as {Title}")
    }
    guard parts.count <= FileLayout.maximumDepth + 1 else {
      throw TemplateMistake(
        column: 1, reason: "at most \(FileLayout.maximumDepth) folders in each other")
    }
    self.parts = parts
  }

  /// The texts between slashes, except for slashes inside a placeholder.
  private static func split(_ source: String) -> [String] {
    var parts = [""]
    var isInside = false
    for character in source {
      if character == "{" { isInside = true }
      if character == "}" { isInside = false }
      if character == "/", !isInside {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// The names of the folders and of the file, without its extension, before `FileNameRules`.
  ///
  /// A compilation without an album artist is by various artists, and a disc has a number where
  /// there are several.
  package func names(for track: Track) -> [String] {
    var track = track
    if track.tags.isCompilation, track.tags.albumArtist == nil {
      track.albumCredit = "Various Artists"
    }
    if (track.tags.discTotal ?? 1) <= 1, (track.tags.discNumber ?? 1) <= 1 {
      track.tags.discNumber = nil
    }
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .template(let template): template.text(for: track)
      }
    }
  }
}
