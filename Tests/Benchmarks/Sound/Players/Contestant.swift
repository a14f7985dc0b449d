import BenchHarness
import Glibc

/// A running player, controlled from outside its process as by its users.
///
/// Each command returns the moment before it was sent.
protocol Contestant: AnyObject {
  var pid: pid_t { get }
  /// Plays files one after another, in place of the current ones.
  @discardableResult func play(_ files: [String]) throws -> Moment
  @discardableResult func pause() throws -> Moment
  @discardableResult func resume() throws -> Moment
  @discardableResult func seek(to second: Int) throws -> Moment
  @discardableResult func stop() throws -> Moment
  /// Reported position, with the moment that it is for; nil if unknown.
  func position() throws -> (at: Moment, seconds: Double)?
  /// Quits the player and waits for its end.
  func end()
}

extension Contestant {
  /// The moment halfway between a question and its answer, which the answer is for.
  func timed<Answer>(_ ask: () throws -> Answer?) rethrows -> (at: Moment, seconds: Answer)? {
    let before = Moment.now
    let answer = try ask()
    return answer.map { (before + (Moment.now - before) / 2, $0) }
  }
}
