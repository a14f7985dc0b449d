import Music
import Testing

@testable import tritone

@Suite("Work of a request")
struct RequestedWorkTests {
  @Test("it is done at the last end, and has failed at the first failure")
  func ends() {
    var work = RequestedWork(left: 2, said: "Scanning")
    #expect(work.end(.done(nil)) == nil)
    #expect(work.end(.done(nil)) == .done("Scanning"))
    work = RequestedWork(left: 2, said: nil)
    #expect(work.end(.done("Rated")) == nil)
    #expect(work.end(.done(nil)) == .done("Rated"))
    work = RequestedWork(left: 3, said: nil)
    #expect(work.end(.failed("The disk is full")) == .failed("The disk is full"))
  }
}
