import Foundation
import Media
import Music
import Testing

@testable import Library

/// Files that stat is left to the readers for.
@Suite("Files listed without stat")
struct UnaskedFileTests {
  private let folder = TemporaryFolder()

  private func listing(_ path: String) throws -> DirectoryListing {
    try DirectoryListing(folder[path], asksFiles: false) { _ in true }
  }

  @Test("a folder of few files is listed without stat, and one of many files or links is not")
  func few() throws {
    for number in 0..<5 { folder.write("few/\(number).flac", [1]) }
    for number in 0..<200 { folder.write("many/\(number).flac", [1]) }
    folder.write("linked/1.flac", [1])
    withCString(folder["few/1.flac"]) { target in
      withCString(folder["linked/2.flac"]) { #expect(symlink(target, $0) == 0) }
    }
    makeFolder(folder["empty"])

    let few = try listing("few")
    #expect(!few.areAsked && few.digest == nil && few.fileCount == 5)
    #expect(few.files.allSatisfy { $0.fileStamp == nil })
    for name in ["many", "linked", "empty"] {
      let listing = try listing(name)
      #expect(listing.areAsked && listing.digest != nil, "\(name)")
      #expect(listing.files.allSatisfy { $0.fileStamp != nil }, "\(name)")
    }
  }

  @Test("a file that is removed before it is read is neither a track nor a failure")
  func removed() throws {
    func outcome(_ name: String) -> ReadOutcome {
      var memo = TextMemo()
      let job = ReadJob(path: folder[name], fileStamp: nil, folder: 0, root: 1)
      return ReadOutcome(reading: job, with: TagReader.Memory(), &memo)
    }
    guard case .absent = outcome("gone.flac").result else {
      Issue.record("a removed file is not absent")
      return
    }
    folder.write("empty.flac", [])
    let empty = outcome("empty.flac")
    #expect(empty.job.fileStamp?.size == 0)
    guard case .failed(.empty) = empty.result else {
      Issue.record("an empty file does not fail")
      return
    }
  }
}
