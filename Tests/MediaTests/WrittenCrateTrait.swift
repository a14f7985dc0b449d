import Testing

/// Gives all tests of a suite one crate, since twelve tracks take seconds, and removes it after the
/// last of them; tests that change the crate work on a copy.
struct WrittenCrateTrait: SuiteTrait, TestScoping {
  let isRecursive = false

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await WrittenCrate.$shared.withValue(WrittenCrate()) { try await function() }
  }
}

extension Trait where Self == WrittenCrateTrait {
  static var withWrittenCrate: Self { WrittenCrateTrait() }
}

extension WrittenCrate {
  /// The crate of the running suite.
  @TaskLocal static var shared: WrittenCrate?
}
