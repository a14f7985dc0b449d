extension CueSheet {
  /// The tracks of one audio file as its chapters: of the only file of the sheet, or of the one
  /// that is named like it.
  package func statedChapters(for path: FilePath) -> StatedChapters {
    var chapters = StatedChapters()
    let names = [path.name.lowercased(), path.stem.lowercased()]
    let file =
      files.count == 1
      ? files.first
      : files.first { file in
        let name = FilePath(file.name.replacing("\\", with: "/"))
        return names.contains(name.name.lowercased()) || names.contains(name.stem.lowercased())
      }
    for track in file?.tracks ?? [] {
      chapters.add(track.title ?? "", start: track.start, end: track.end)
    }
    return chapters
  }
}
