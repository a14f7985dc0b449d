import BenchHarness
import Glibc

/// A player that runs, told what to do the way its users tell it, from outside its process.
///
/// Each command gives the moment right before it was sent.
protocol Contestant: AnyObject {
  var pid: pid_t { get }
  /// Plays files one after another, in place of whatever was playing.
  @discardableResult func play(_ files: [String]) throws -> Moment
  @discardableResult func pause() throws -> Moment
  @discardableResult func resume() throws -> Moment
  @discardableResult func seek(to second: Int) throws -> Moment
  @discardableResult func stop() throws -> Moment
  /// Where it says that it is, with the moment for which it says so; nil while it does not say.
  func position() throws -> (at: Moment, seconds: Double)?
  /// Leaves, and is waited for.
  func end()
}

extension Contestant {
  /// The moment between a question and its answer, which is the one the answer is meant for.
  func timed<Answer>(_ ask: () throws -> Answer?) rethrows -> (at: Moment, seconds: Answer)? {
    let before = Moment.now
    let answer = try ask()
    return answer.map { (before + (Moment.now - before) / 2, $0) }
  }
}
