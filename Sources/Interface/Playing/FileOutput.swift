import Music

// A file that is written goes on by itself: what goes wrong is kept, to be said at the end.
extension App {
  mutating func noteWriting(_ fault: String) {
    if writesFile, writingFaults.count < App.mostWritingFaults { writingFaults.append(fault) }
  }

  /// What the file lacks; nil where it is whole.
  package var writingFault: String? {
    guard let first = writingFaults.first else { return nil }
    return writingFaults.count == 1 ? first : "\(first) (and \(writingFaults.count - 1) more)"
  }

  private static let mostWritingFaults = 1000
}
