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
    guard let credited = FileLayout.credited(track) else {
      return parts.map { FileLayout.name($0, track) }
    }
    return parts.map { FileLayout.name($0, credited) }
  }

  /// The name of the file alone, as the last of `names` has it.
  package func lastName(for track: Track) -> String {
    guard let last = parts.last else { return "" }
    guard let credited = FileLayout.credited(track) else { return FileLayout.name(last, track) }
    return FileLayout.name(last, credited)
  }

  /// Whether the folders depend on a placeholder.
  package func foldersMention(_ placeholder: GroupTemplate.Placeholder) -> Bool {
    parts.dropLast().contains { part in
      switch part {
      case .literal: false
      case .template(let template): template.mentions(placeholder)
      }
    }
  }

  private static func name(_ part: Part, _ track: Track) -> String {
    switch part {
    case .literal(let text): text
    case .template(let template): template.text(for: track)
    }
  }

  /// The track as names show it; nil where that is as it is.
  private static func credited(_ track: Track) -> Track? {
    let isVarious = track.tags.isCompilation && track.tags.albumArtist == nil
    let isOnlyDisc =
      track.tags.discNumber != nil && (track.tags.discTotal ?? 1) <= 1
      && (track.tags.discNumber ?? 1) <= 1
    guard isVarious || isOnlyDisc else { return nil }
    var track = track
    if isVarious { track.albumCredit = "Various Artists" }
    if isOnlyDisc { track.tags.discNumber = nil }
    return track
  }
}
