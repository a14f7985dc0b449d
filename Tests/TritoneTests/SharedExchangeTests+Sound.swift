import HTTP
import Library
import Music
import ServerHarness
import Streaming
import Testing

@testable import tritone

// Sound of shared tracks.
extension SharedExchangeTests {
  @Test("an address that ends while a track plays is renewed in the middle of the file")
  func expiredAddress() async throws {
    defer { withExtendedLifetime(project) {} }
    let bytes = [UInt8](0..<200)
    try project.add(file: "ola/1.mp3", bytes)
    try project.run("update tracks set storage_path = 'ola/1.mp3'")
    let server = try await signIn(.user)
    try await list(server)
    let sounds = ServerSounds(library: library, access: adding.access, directories: directories)
    let address = try #require(
      ServerTrackAddress(server: server.uuid, track: "30000000-0000-4000-8000-000000000001"))
    func part(_ range: String, isRefused: Bool) async throws -> HTTPResponse {
      let made = try await sounds.requesting(address, isRefused).get()
      var request = made.request
      request.headers.append(HTTPHeader("Range", "bytes=\(range)"))
      let response = try await made.client.response(to: request)
      #expect(response.status == 206 || made.refusals.contains(response.status))
      return response
    }
    #expect(try await part("0-99", isRefused: false).body == Array(bytes[0..<100]))
    try project.control(#"{"expire": "signed"}"#)
    #expect(try await part("100-199", isRefused: false).status == 400)
    #expect(try await part("100-199", isRefused: true).body == Array(bytes[100..<200]))
    #expect(try project.report().counts["POST /functions/v1/get-track-url"] == 2)
    #expect(try project.report().faults == [])
  }
}
