internal import Music

/// The rows of `sources` that every library has.
enum SourceNumber: Int64 {
  case files = 1
  case streams = 2

  init(of path: FilePath) { self = path.isStream ? .streams : .files }
}
