/// An encoded file with replaceable tags, so that ten thousand files need few encodings.
protocol TagTemplate {
  func file(tagged track: SyntheticTrack) -> [UInt8]
}
