/// Output to a file: writing continues after a fault, and faults are collected for the end.
package struct FileOutput: Equatable, Sendable {
  /// Whether the music is written to a file.
  package var isOn = false
  private var faults: [String] = []

  private static let maximumFaults = 1000

  mutating func note(_ fault: String) {
    if isOn, faults.count < FileOutput.maximumFaults { faults.append(fault) }
  }

  /// The faults of the file; nil for none.
  package var fault: String? {
    guard let first = faults.first else { return nil }
    return faults.count == 1 ? first : "\(first) (and \(faults.count - 1) more)"
  }
}
