import BenchHarness

/// A player with a home of its own and a folder of music, controlled as by its users.
protocol Contestant: AnyObject {
  var keys: PlayerKeys { get }
  /// Scans the whole folder into an empty library.
  func scan() throws -> Scan
  /// Scans the unchanged folder again.
  func rescan() throws -> Scan
  /// Number of tracks in the library.
  func count() throws -> Int
  /// Ends all processes, and makes the next start show a list of all tracks.
  func arrange() throws
  /// Starts the interface; a server was started before.
  func start() throws -> ScreenedPlayer
  /// Ends the interface and any server.
  func end()
}

/// Cost of a scan.
struct Scan {
  /// Seconds.
  var wall: Double
  /// Processor seconds of all its programs.
  var processor: Double
  /// Peak resident bytes.
  var peak: Int
}

/// Keys of a player; nil and empty if it has none.
struct PlayerKeys {
  /// Opens the list of all tracks, which the other keys need.
  var list = ""
  var pageDown = "\u{1B}[6~"
  var pageUp = "\u{1B}[5~"
  var end = "G"
  var top = "g"
  /// Keys that each change the order of the list, one after another.
  var sorts: [String] = []
  /// Keys that each change the view of the library, one after another.
  var modes: [String] = []
  /// A line of input that filters the list.
  var filter: Line?
  /// The same for a jump to the next match, or a search through the whole library.
  var search: Line?
  var quit = "q"

  struct Line {
    var open: String
    /// Keys, one after another, that show all tracks again.
    var leave: [String]
  }
}

extension ProcessorClock {
  /// Waits for the end of a scan that is not reported: until its processes have hardly used the
  /// processor for a while. The last use counts as the end, to 2 ms.
  func whileBusy(since start: Moment, quiet: Double = 1.2) throws -> (wall: Double, peak: Int) {
    var (busy, used, top) = (start, seconds, 0)
    while true {
      letPass(0.002)
      let (now, all) = (Moment.now, seconds)
      if all - used > 0.0002 {
        busy = now
        top = max(top, peak)
      }
      used = all
      if now - busy > quiet { return (busy - start, max(top, peak)) }
      if now - start > 900 { throw BenchFault.timeout("a scan to end") }
    }
  }
}
