import Foundation
import Interface
import Library
import Media
import Music
import Screen
import Testing

@testable import tritone

@Suite("Covers of albums")
struct CoverReadingTests {
  /// Albums of several folders, and the reading of their covers.
  private struct Scene {
    let folder: Folder
    let library: Library
    private let mailbox = Mailbox()
    private let covers = NewestFirst(named: "covers")
    private let reading: CoverReading

    /// - Parameter albums: the album of each folder.
    init(_ albums: [(folder: String, album: String?)], covers pictures: [String: Int]) async throws
    {
      folder = try Folder()
      let music = folder.url.appendingPathComponent("music")
      for (name, album) in albums {
        try FileManager.default.createDirectory(
          at: music.appendingPathComponent(name), withIntermediateDirectories: true)
        try folder.clicks(
          "music/\(name)/a.wav", seconds: 0.2, title: name, album: album, artist: "Band")
      }
      for (name, width) in pictures {
        let pixels = [UInt8](repeating: 90, count: width * 6)
        let png = try #require(
          Picture(width: width, height: 2, pixels: pixels).flatMap { PNGEncoder.encode($0) })
        try folder.write(Data(png), "music/\(name)/cover.png")
      }
      library = try Library(at: folder.path("library.db"))
      _ = try await library.scan([FilePath(music.path)]) { _ in }
      covers.begin()
      reading = CoverReading(
        library: library, mailbox: mailbox, covers: covers,
        images: CoverImages(folder: folder.path("cache")))
    }

    /// The width of a cover; nil for none.
    func width(of subject: CoverSubject) async throws -> Int? {
      let request = CoverRequest(
        subject: subject, box: Size(rows: 4, columns: 8), way: .blocks,
        cell: PixelSize(width: 10, height: 20))
      await reading.load(request)
      let end = ContinuousClock.now.advanced(by: .seconds(60))
      while ContinuousClock.now < end {
        for case .track(.coverLoaded(request, let cover)) in mailbox.takeAll().map(\.event) {
          return cover?.picture.width
        }
        try await Task.sleep(for: .milliseconds(2))
      }
      throw Failure(reason: "no answer")
    }

    func track(_ title: String) async throws -> CoverSubject {
      let rows = try await library.window(ListQuery(.songs), range: 0..<100, anchor: nil).rows
      return .track(try #require(rows.first { $0.track?.title == title }?.track?.id))
    }
  }

  @Test("a track without a cover takes its album's, from whichever folder has one")
  func album() async throws {
    let scene = try await Scene(
      [("Box/CD1", "Box"), ("Box/CD2", "Box"), ("Box/CD3", "Box"), ("Other", "Other")],
      covers: ["Box/CD2": 20, "Box/CD3": 30])
    #expect(try await scene.width(of: scene.track("Box/CD1")) == 20)
    #expect(try await scene.width(of: scene.track("Box/CD3")) == 30)
    #expect(try await scene.width(of: scene.track("Other")) == nil)
    #expect(try await scene.width(of: .album(AlbumKey(artist: "Band", name: "Box"))) == 20)
  }

  @Test("tracks without an album take no cover of one another, and so many folders are read")
  func limits() async throws {
    let scene = try await Scene(
      [("Loose", nil), ("Stray", nil)] + (1...6).map { ("CD\($0)", "Long") },
      covers: ["Loose": 20, "CD6": 30])
    #expect(try await scene.width(of: scene.track("Stray")) == nil)
    #expect(try await scene.width(of: scene.track("CD1")) == nil)
    #expect(try await scene.width(of: scene.track("CD6")) == 30)
  }
}
