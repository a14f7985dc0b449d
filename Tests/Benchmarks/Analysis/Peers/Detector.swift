import MusicCorpus

/// One or several tools that say something of music, as their users run them.
protocol Detector {
  /// What they say of files, by the last part of the path.
  func answers(of paths: [String]) throws -> [Answers]
}

/// The tools that are compared.
struct Peers {
  static let names = ProgramPeers.all().map(\.name) + PythonPeer.all("").map(\.name)

  /// Those that are there.
  var detectors: [any Detector] = []
  /// The others, with what to do to have them.
  var missing: [String: String] = [:]

  /// - Parameter python: the Python that has the libraries.
  init(named isWanted: (String) -> Bool, python: String) {
    var programs: [any ProgramPeer] = []
    for program in ProgramPeers.all() where isWanted(program.name) {
      missing[program.name] = program.missing
      if program.missing == nil { programs.append(program) }
    }
    if !programs.isEmpty { detectors.append(ProgramPeers(programs: programs)) }
    for library in PythonPeer.all(python) where isWanted(library.name) {
      let remedy = library.missing
      missing[library.name] = remedy
      if remedy == nil { detectors.append(library) }
    }
  }
}
