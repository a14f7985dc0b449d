import MusicCorpus

/// One or several tools that detect tempo or key, run as their users run them.
protocol Detector {
  /// Detections for files, by the last part of the path.
  func answers(of paths: [String]) throws -> [Answers]
}

/// The tools that are compared.
struct Peers {
  static let names = ProgramPeers.all().map(\.name) + PythonPeer.all("").map(\.name)

  /// Installed tools.
  var detectors: [any Detector] = []
  /// Missing tools, with how to install them.
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
