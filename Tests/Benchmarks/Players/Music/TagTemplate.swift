/// An encoded file that is given other tags, so that ten thousand files need five encodings.
protocol TagTemplate {
  func file(tagged track: SyntheticTrack) -> [UInt8]
}
