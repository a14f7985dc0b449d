import HTTP
import Music
import ServerHarness
import Servers
import Testing

@Suite(
  "Sound of Coretet", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetSoundTests {
  private let bytes = [UInt8](0..<200)

  private func get(_ stand: CoretetStand, _ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.headers.append(HTTPHeader("Range", "bytes=10-19"))
    return try await stand.http.response(to: request)
  }

  @Test("a track plays by a signed address, asked for once and renewed before its end")
  func signed() async throws {
    let stand = try CoretetStand()
    try stand.fake.add(file: "ola/1.mp3", bytes)
    let kari = try await stand.client("kari")
    let track = try #require(try await kari.entries(of: CoretetStand.demos).first?.track)
    let request = try await kari.fileRequest(track)
    #expect(request.headers == [] && !"\(request)".contains("eyJ"))
    #expect(try await get(stand, request).body == Array(bytes[10..<20]))
    #expect(try await kari.fileRequest(track) == request)
    try stand.pass(3_290)
    #expect(try await kari.fileRequest(track) == request)
    #expect(try stand.fake.report().counts["POST /functions/v1/get-track-url"] == 1)
    try stand.pass(20)
    #expect(try await kari.fileRequest(track) != request)
    #expect(try stand.faults() == [])
  }

  @Test("an address that ends in the middle is renewed, with the rest of the request")
  func expired() async throws {
    let stand = try CoretetStand()
    try stand.fake.add(file: "ola/1.mp3", bytes)
    let kari = try await stand.client("kari")
    let id = CoretetStand.track(1)
    var request = try await kari.fileRequest(id, path: nil)
    request.headers.append(HTTPHeader("Range", "bytes=10-19"))
    try stand.pass(1)
    try stand.fake.control(#"{"expire": "signed"}"#)
    #expect(try await stand.http.response(to: request).status == 400)
    let renewed = try await kari.renewed(request, id, path: nil)
    #expect(renewed.headers == request.headers && renewed.url != request.url)
    #expect(try await stand.http.response(to: renewed).body == Array(bytes[10..<20]))
    // Whoever comes later with the address that was refused gets the new one.
    #expect(try await kari.renewed(request, id, path: nil) == renewed)
    #expect(try stand.fake.report().counts["POST /functions/v1/get-track-url"] == 2)
    #expect(try stand.faults() == [])
  }

  @Test("without the function, and for collaborators, the storage signs")
  func storage() async throws {
    let stand = try CoretetStand()
    try stand.fake.add(file: "ola/1.mp3", bytes)
    let nils = try await stand.client("nils")
    let track = try #require(try await nils.entries(of: CoretetStand.demos).first?.track)
    #expect(try await get(stand, try await nils.fileRequest(track)).body == Array(bytes[10..<20]))
    try stand.fake.control(#"{"set": {"functions": []}}"#)
    let ola = try await stand.client("ola")
    #expect(try await get(stand, try await ola.fileRequest(track)).status == 206)
    let missing = await coretetFault {
      _ = try await ola.fileRequest(CoretetStand.track(2), path: nil)
    }
    #expect(missing == .server(.notFound(what: "the track's sound")))
    let eve = try await stand.client("eve")
    #expect(await coretetFault { _ = try await eve.fileRequest(track) } != nil)
    #expect(try stand.faults() == [])
  }

  @Test("rights and tracks that are gone are said to be so")
  func gone() async throws {
    let stand = try CoretetStand()
    let eve = try await stand.client("eve")
    let id = CoretetStand.track(1)
    #expect(
      await coretetFault { _ = try await eve.fileRequest(id, path: nil) }
        == .server(.notAllowed(what: "the track")))
    #expect(
      await coretetFault { _ = try await eve.fileRequest(CoretetStand.track(77), path: nil) }
        == .server(.notFound(what: "the track")))
    for answer in [#"{\"url\": \"file:///etc/passwd\"}"#, "{}", "[]", #"{\"url\": 7}"#] {
      try stand.fail(
        #"{"path": "get-track-url", "status": 200, "type": "application/json", "body": "\#(answer)"}"#
      )
      let fault = await coretetFault { _ = try await eve.fileRequest(id, path: nil) }
      #expect(fault == .server(.badAnswer(reason: "no address of a sound")))
    }
  }
}
