/// A file that is written goes on by itself: what goes wrong is kept, to be said at the end.
package struct FileOutput: Equatable, Sendable {
  /// Whether what is played is written to a file.
  package var isOn = false
  private var faults: [String] = []

  private static let maximumFaults = 1000

  mutating func note(_ fault: String) {
    if isOn, faults.count < FileOutput.maximumFaults { faults.append(fault) }
  }

  /// The faults of the file; nil where it is whole.
  package var fault: String? {
    guard let first = faults.first else { return nil }
    return faults.count == 1 ? first : "\(first) (and \(faults.count - 1) more)"
  }
}
