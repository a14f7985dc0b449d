import Music

@testable import Interface

extension Stage {
  /// Sends a command from beyond the screen.
  ///
  /// - Returns: the answer, the effects besides, and the number of those whose ends are the answer.
  mutating func order(
    _ command: PlayerCommand
  ) -> (answer: ControlAnswer?, effects: [Effect], awaited: Int) {
    _ = receive()
    let ticket = ControlTicket(rawValue: 5)
    send(.control(ControlEvent(.perform(command), ticket)))
    var answer: ControlAnswer?
    var others: [Effect] = []
    var awaited = 0
    for effect in receive() {
      switch effect {
      case .control(.answer(ticket, let given)): answer = given
      case .control(.carryOut(let effects, ticket, _)):
        awaited += effects.count
        others += effects
      default: others.append(effect)
      }
    }
    return (answer, others, awaited)
  }

  /// Ends an effect of the last command.
  ///
  /// - Returns: what is answered for it.
  mutating func end(with event: Event?) -> ControlAnswer? {
    _ = receive()
    let ticket = ControlTicket(rawValue: 5)
    send(.control(ControlEvent(ended: event, ticket)))
    for case .control(.ended(ticket, let answer)) in receive() { return answer }
    return nil
  }

  /// The effects of a command on the player.
  mutating func ordered(_ command: PlayerCommand) -> [PlayerEffect] {
    order(command).effects.compactMap { if case .player(let effect) = $0 { effect } else { nil } }
  }

  /// A stage whose first track plays, with all others behind it in the queue.
  static func playing(at position: Duration = .zero) -> Stage {
    var stage = Stage()
    let id = stage.playSelected()
    if let id { stage.send(.player(.state(.playing(id, stage.clock(position))))) }
    _ = stage.receive()
    return stage
  }
}
