/// The answer to a completion request.
struct Completions: Equatable {
  struct Candidate: Equatable {
    var value: String
    var description = ""
  }

  /// The names that the shell completes by itself, beside the candidates.
  enum Paths: String {
    case none, files, folders
  }

  var candidates: [Candidate] = []
  var paths = Paths.none
  /// Whether typing goes on behind a candidate, without a space.
  var isOpenEnded = false

  static let files = Completions(paths: .files)
  static let folders = Completions(paths: .folders)
  static let none = Completions()

  init(_ candidates: [Candidate] = [], paths: Paths = .none, isOpenEnded: Bool = false) {
    (self.candidates, self.paths, self.isOpenEnded) = (candidates, paths, isOpenEnded)
  }

  init(values: [String], paths: Paths = .none, isOpenEnded: Bool = false) {
    self.init(values.map { Candidate(value: $0) }, paths: paths, isOpenEnded: isOpenEnded)
  }
}
