import Music
import Testing

@testable import Exchange

/// Damaged files of every kind: read or rejected, without a crash or an endless loop.
@Suite("Damaged files of DJs and editors of sound")
struct HostileTests {
  private static let location = FilePath("/home/me/list")

  private func mutations(_ bytes: [UInt8], _ read: ([UInt8]) throws -> Void) {
    var mutations = Mutations(seed: UInt64(bytes.count))
    for _ in 0..<1500 {
      let damaged = mutations.mutated(bytes)
      do {
        try read(damaged)
      } catch let problem as DocumentProblem {
        #expect(!problem.reason.isEmpty)
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test(
    "thousands of damaged lists of markers", arguments: [FileFormat.audition, .audacity, .reaper])
  func markers(format: FileFormat) throws {
    var values = RandomValues(seed: 1)
    let markers = (0..<30).map { _ in values.marker(milliseconds: true, notes: true, color: true) }
    mutations(try DocumentWriter.bytes(of: markers, as: format)) { bytes in
      let (markers, problems) = try DocumentReader.readMarkers(
        bytes, at: HostileTests.location, as: format)
      #expect(markers.allSatisfy { $0.start >= .zero && $0.length >= .zero })
      // Every document that is read can be written, and read again.
      let written = try DocumentWriter.bytes(of: markers, as: format)
      if !markers.isEmpty {
        #expect(
          try DocumentReader.readMarkers(written, at: HostileTests.location, as: format).problems
            .isEmpty)
      }
      #expect(problems.allSatisfy { $0.line != nil })
    }
  }

  @Test("thousands of damaged documents", arguments: [FileFormat.json, .rekordbox])
  func documents(format: FileFormat) throws {
    var values = RandomValues(seed: 4)
    let tracks = (0..<8).map { values.rekordboxTrack($0) }
    let document = PlaylistDocument(items: [
      .folder(
        name: "F",
        [
          .playlist(DocumentPlaylist(name: "P", tracks: Array(tracks.prefix(5)))),
          .folder(name: "G", [.playlist(DocumentPlaylist(name: "Q", tracks: tracks))]),
        ])
    ])
    let target = WritingTarget(HostileTests.location)
    mutations(try DocumentWriter.bytes(of: document, as: format, at: target)) { bytes in
      let read = try DocumentReader.read(bytes, at: HostileTests.location, as: format)
      #expect(read.problems.allSatisfy { $0.line != nil })
      let known = read.playlists.flatMap(\.tracks) + read.collection
      for track in known {
        #expect(track.cues.allSatisfy { $0.time >= .zero && $0.end ?? $0.time >= $0.time })
        if case .file(let path) = track.location { #expect(!path.bytes.contains(0)) }
      }
      guard format == .json else { return }
      let written = try DocumentWriter.bytes(of: read, as: format, at: target)
      #expect(
        try DocumentReader.read(written, at: HostileTests.location, as: format).problems.isEmpty)
    }
  }

  @Test(
    "files of anything else are refused",
    arguments: [
      FileFormat.audition, .audacity, .reaper, .json, .rekordbox,
    ])
  func others(format: FileFormat) {
    var values = RandomValues(seed: 9)
    let noise = (0..<4096).map { _ in UInt8(values.number(0...255)) }
    for bytes in [noise, [0, 0, 0, 0], [0xFF, 0xFE], [UInt8]("just a letter\nto a friend\n")] {
      if format.holdsPlaylists {
        #expect(throws: DocumentProblem.self) {
          try DocumentReader.read(bytes, at: HostileTests.location, as: format)
        }
      } else if bytes.count > 2 {
        #expect(throws: DocumentProblem.self) {
          try DocumentReader.readMarkers(bytes, at: HostileTests.location, as: format)
        }
      }
    }
  }

  @Test("lists without end are refused early")
  func bounds() throws {
    let markers = String(repeating: "1\t1\tx\n", count: MarkerLines.maximumMarkers + 1)
    #expect(throws: DocumentProblem.self) { try AudacityFormat.read([UInt8](markers)) }
    let rubbish = "1\t1\tx\n" + String(repeating: "x\n", count: 5000)
    #expect(
      throws: DocumentProblem(
        line: MarkerLines.maximumProblems + 2,
        reason: "more than \(MarkerLines.maximumProblems) lines that are no markers")
    ) { try AudacityFormat.read([UInt8](rubbish)) }
    let long = "1\t1\tx\n2\t2\t" + String(repeating: "y", count: 100_000)
    #expect(try AudacityFormat.read([UInt8](long)).problems.map(\.line) == [2])
  }

  @Test("lists of 200,000 entries are read, each with its line")
  func many() throws {
    let target = WritingTarget(HostileTests.location)
    for (format, count) in [(FileFormat.json, 200_000), (.rekordbox, 20_000)] {
      let tracks = (0..<count).map {
        DocumentTrack(.file(FilePath("/music/\($0).flac")), title: "\($0)")
      }
      let document = PlaylistDocument(items: [
        .playlist(DocumentPlaylist(name: "P", tracks: tracks))
      ])
      let bytes = try DocumentWriter.bytes(of: document, as: format, at: target)
      let read = try DocumentReader.read(bytes, at: HostileTests.location, as: format)
      #expect(read.playlists.first?.tracks.count == count)
      #expect(read.problems.isEmpty)
      let lines = read.playlists[0].tracks.compactMap(\.line)
      #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 })
      #expect(lines.count == count)
    }
  }
}
