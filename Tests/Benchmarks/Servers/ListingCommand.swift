import ArgumentParser
import BenchHarness
import Foundation
import HTTP
import Library
import Music
import Servers

/// A listing as `tritone server sync` makes one: pages of the server into the library, batch by
/// batch.
struct ListingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listing", abstract: "List all songs of a server, twice.")

  @Option(help: "Songs of the server.")
  var songs = 100_000

  func run() async throws {
    let standIn = try StandIn(["--songs", "\(songs)"])
    let folder = "/tmp/tt-server-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let library = try Library(at: FilePath(folder + "/library.db"), listsSoon: false)
    let server = try await library.addServer(
      kind: .subsonic, name: "Stand-in", address: standIn.address, user: "ola")
    print("\(songs) songs\(pad("", 24))seconds  processor  VmHWM [MB]")
    for title in ["the first listing", "again, nothing new"] {
      let (start, used) = (ContinuousClock.now, Self.processorSeconds)
      let changed = try await list(server, library, standIn.address)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let processor = Self.processorSeconds - used
      guard changed == (title.hasPrefix("the first") ? songs : 0) else {
        throw BenchFault.inconclusive("\(changed) tracks were stored")
      }
      print(
        pad(title, 28) + pad(rounded(seconds), 9) + pad(rounded(processor), 11)
          + "\(Self.greatestMemory)")
    }
    withExtendedLifetime(standIn) {}
  }

  /// - Returns: The tracks that were stored.
  private func list(_ server: Server, _ library: Library, _ address: String) async throws -> Int {
    var configuration = HTTPConfiguration(userAgent: "tritone/bench")
    configuration.usesProxies = false
    let client = SubsonicClient(
      HTTPClient(configuration), at: try ServerLocation(address),
      credentials: .password(user: "ola", Secret("s3cr3t")))
    let number = try await library.beginListing(of: server.id)
    let listing = SubsonicListing(client)
    var changed = 0
    while let tracks = try await listing.next() {
      let stored = try await library.storeListing(
        tracks, of: server.id, listing: number, cursor: nil)
      changed += stored.added + stored.changed
    }
    _ = try await library.endListing(of: server.id, listing: number, at: 1)
    return changed
  }

  private static var processorSeconds: Double {
    var use = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &use)
    return [use.ru_utime, use.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  /// In megabytes.
  private static var greatestMemory: Int {
    var use = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &use)
    return use.ru_maxrss / 1_000
  }
}

/// With spaces up to a width.
func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}

func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
