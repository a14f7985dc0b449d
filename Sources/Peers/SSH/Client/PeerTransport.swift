package import Sync

/// A way to another Tritone.
package protocol PeerTransport: Sendable {
  /// The other machine's name, for sentences.
  var name: String { get }

  /// Starts it; blocks. The descriptors belong to the caller, and may be one.
  func start() throws(PeerError) -> (input: Int32, output: Int32)

  /// The reason for an end before the greeting, in words for the user; waits a little for it.
  ///
  /// - Parameters:
  ///   - isSilent: Whether the other side has just said nothing.
  ///   - noise: What came in place of a greeting.
  func reason(isSilent: Bool, noise: [UInt8]) -> PeerError

  /// Ends whatever was started; waits a little.
  func end()
}

/// Two descriptors that are there already.
package struct DescriptorTransport: PeerTransport {
  package let name: String
  private let input: Int32
  private let output: Int32

  package init(input: Int32, output: Int32, name: String = "the other side") {
    self.name = name
    self.input = input
    self.output = output
  }

  package func start() throws(PeerError) -> (input: Int32, output: Int32) { (input, output) }

  package func reason(isSilent: Bool, noise: [UInt8]) -> PeerError {
    .remote(
      isSilent ? "\(name) does not answer" : "\(name) is no Tritone, or ended at once")
  }

  package func end() {}
}
