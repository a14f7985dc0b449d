import Control
import Foundation
import Glibc
import Testing

/// The end of a player's process, for which `tritone quit` waits.
@Suite("End of a process", .serialized)
struct ProcessEndTests {
  @Test("a process that goes on is not over, and one that has ended is, buried or not")
  func ends() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["1000"]
    try process.run()
    let end = ProcessEnd(of: process.processIdentifier)
    #expect(!end.wait(.milliseconds(20)))
    kill(process.processIdentifier, SIGKILL)
    #expect(end.wait(.seconds(20)))
    process.waitUntilExit()
    #expect(end.wait(.zero))
    #expect(ProcessEnd(of: process.processIdentifier).wait(.zero))
  }
}
