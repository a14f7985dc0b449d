import FoundationEssentials

/// The rows of `sources` that every library has.
enum SourceNumber: Int64 {
  case files = 1
  case streams = 2

  /// The source of a row logged without a number, as of version 4.
  init(ofPath bytes: Data) {
    let isStream = ["http://", "https://"].contains { bytes.starts(with: Data($0.utf8)) }
    self = isStream ? .streams : .files
  }
}
