import Music

@testable import Interface

extension Stage {
  /// Sends a command from beyond the screen.
  ///
  /// - Returns: the answer, and the effects besides.
  mutating func order(_ command: PlayerCommand) -> (answer: ControlAnswer?, effects: [Effect]) {
    _ = receive()
    let ticket = ControlTicket(rawValue: 5)
    send(.control(ControlEvent(.perform(command), ticket)))
    var answer: ControlAnswer?
    var others: [Effect] = []
    for effect in receive() {
      if case .control(.answer(ticket, let given)) = effect {
        answer = given
      } else {
        others.append(effect)
      }
    }
    return (answer, others)
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
