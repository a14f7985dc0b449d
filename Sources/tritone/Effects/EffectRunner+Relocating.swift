import Interface
import Library
import Media
import Music

extension EffectRunner {
  /// Searches for moved files, in turn with scans; a given folder is added to the library first,
  /// and its files are new tracks until the user decides.
  func findRelocations(of selection: Selection?, in folder: FilePath?, for asker: Asker) {
    let (library, mailbox, places) = (library, mailbox, directories)
    scanLine.add {
      await EffectRunner.post(
        to: mailbox, refusing: .library(.findRelocations(selection, folder: folder)), for: asker
      ) {
        if let folder {
          let path = places.absolute(folder)
          guard places.exists(path) else { return .failed("There is no folder \(path.text)") }
          mailbox.post(
            try await EffectRunner.announcing(to: mailbox) {
              try FFmpegLibraries.load()
              return try await library.scan([path], followsMoves: false) {
                mailbox.post(.library(.scanProgressed($0)))
              }
            })
        }
        var tracks: [TrackID]?
        if let selection { tracks = try await library.trackIDs(of: selection) }
        return .entries(.relocationsFound(try await library.relocations(of: tracks)))
      }
    }
  }
}
