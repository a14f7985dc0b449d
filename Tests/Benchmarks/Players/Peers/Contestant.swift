import BenchHarness

/// A player with a home of its own and a folder of music, driven as its users drive it.
protocol Contestant: AnyObject {
  var keys: PlayerKeys { get }
  /// Takes the whole folder in, with nothing known before.
  func scan() throws -> Scan
  /// Looks through the folder again, of which nothing has changed.
  func rescan() throws -> Scan
  /// How many tracks it has.
  func count() throws -> Int
  /// Ends whatever runs, and makes that the next start shows a list of all tracks.
  func arrange() throws
  /// Starts what draws; a server was started before.
  func start() throws -> ScreenedPlayer
  /// Ends what draws and any server.
  func end()
}

/// What taking a folder in cost.
struct Scan {
  /// Seconds.
  var wall: Double
  /// Seconds on processors, of all its programs.
  var processor: Double
  /// Bytes resident at most.
  var peak: Int
}

/// What a user presses in a player; nil and empty where it has no such keys.
struct PlayerKeys {
  /// To the list of all tracks, which the other keys are for.
  var list = ""
  var pageDown = "\u{1B}[6~"
  var pageUp = "\u{1B}[5~"
  var end = "G"
  var top = "g"
  /// One after another, each another order of the list.
  var sorts: [String] = []
  /// One after another, each another way to look at the library.
  var modes: [String] = []
  /// A line in which what is typed narrows the list.
  var filter: Line?
  /// The same for what moves to the next match, or looks through the whole library.
  var search: Line?
  var quit = "q"

  struct Line {
    var open: String
    /// One after another, so that all tracks show again.
    var leave: [String]
  }
}

extension ProcessorClock {
  /// Waits until a scan is over that does not say so: until its processes have used no processor to
  /// speak of for a while. The moment of the last use counts as the end, to 20 ms.
  func whileBusy(since start: Moment, quiet: Double = 1.2) throws -> (wall: Double, peak: Int) {
    var (busy, used, top) = (start, seconds, 0)
    while true {
      letPass(0.02)
      let (now, all) = (Moment.now, seconds)
      if all - used > 0.0004 {
        busy = now
        top = max(top, peak)
      }
      used = all
      if now - busy > quiet { return (busy - start, max(top, peak)) }
      if now - start > 900 { throw BenchFault.timeout("a scan to end") }
    }
  }
}
