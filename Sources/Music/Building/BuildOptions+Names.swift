extension BuildOptions {
  /// The name of the playlist: without white space around it, and with the day where asked for.
  ///
  /// - Parameter day: today as "2025-11-20", by the local clock.
  package func playlistName(on day: String) -> String {
    let name = name.pythonStripped()
    let base = name.isEmpty ? BuildOptions.emptyName : name
    return hasDateStamp ? "\(base) \(day)" : base
  }

  /// The artists typed, without the white space and quotes around them.
  package var manualArtistNames: [String] {
    manualArtists.unicodeScalars
      .split { $0 == "," || $0 == ";" || $0.isPythonLineEnd }
      .map { part in
        String(part).pythonStripped { $0.isPythonSpace || $0 == "\"" || $0 == "'" }
      }
      .filter { !$0.isEmpty }
  }

  /// Whether a playlist that was built before is the one of this name, so that a build that reuses
  /// takes it: of the same name, or of this one with more behind it, such as a day.
  package func continues(playlistNamed earlier: String) -> Bool {
    let wanted = name.pythonStripped().lowercased()
    let earlier = earlier.pythonStripped().lowercased()
    return earlier == wanted || earlier.hasPrefix(wanted + " ")
  }
}

extension BuildStatistics {
  /// The block of statistics, line by line.
  package var lines: [String] {
    [
      "Playlist name: \(playlistName)",
      "Artists retrieved: \(artistsRetrieved)",
      "Top songs retrieved: \(topTracksRetrieved)",
      "Variants deduped: \(variantsDeduped)",
      "Total tracks added to the list: \(totalUploaded)",
    ]
  }
}

extension BuiltTrack {
  /// The track as lists of a build have it: "A, B – Title".
  package var text: String {
    artists.isEmpty ? title : artists.joined(separator: ", ") + " – " + title
  }
}
