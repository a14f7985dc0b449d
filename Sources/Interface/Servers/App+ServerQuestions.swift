import Music
import Screen

// Questions about servers, and their answers.
extension App {
  /// Sends an effect whose answer may be a question.
  mutating func ask(_ effect: ServersEffect) -> [Effect] {
    if let asked = effect.asked {
      servers.asked = asked
      windows.expect(.serverQuestion)
    }
    return [.servers(effect)]
  }

  /// Ends the wait for the answer about a server.
  ///
  /// - Returns: The request; nil where another server was asked since.
  @discardableResult
  mutating func answered(about asked: AddedServers.Asked) -> Windows.Request? {
    guard servers.asked == asked else { return nil }
    servers.asked = nil
    return windows.answered(.serverQuestion)
  }

  /// The form of a server has done its work, and its password is forgotten.
  mutating func endServerForm(of server: Server) {
    answered(about: .new(server.name))
    answered(about: .known(server.id))
    if servers.submitted?.form.isAbout(server) == true { servers.submitted = nil }
    if case .add(let draft, _) = servers.unconfirmed, draft.name == server.name {
      servers.unconfirmed = nil
    }
  }

  mutating func confirmServer() -> [Effect] {
    guard let effect = servers.unconfirmed else { return [] }
    servers.unconfirmed = nil
    return ask(effect)
  }

  /// Opens a question. Only the question on the screen can be confirmed.
  private mutating func open(
    _ question: Picker, about asked: AddedServers.Asked, confirming effect: ServersEffect,
    orSay text: String
  ) {
    guard let request = answered(about: asked) else { return say(text) }
    guard open(.picker(question), askedFor: request, orSay: text) else { return }
    servers.unconfirmed = effect
  }

  /// The password would cross a public network in the clear.
  mutating func askForPlainHTTP(_ draft: ServerDraft) {
    let address = TextWidth.truncated(draft.address, to: 60)
    open(
      Picker(
        .exchange, title: "Send the password unencrypted?",
        lines: [
          address, "Everybody on the way can read along.",
          "With https:// nobody can, where the server has it.",
        ],
        choices: [
          .init("Do not add it", .nothing),
          .init("Add it all the same", .command(.server(.confirm))),
        ]), about: .new(draft.name), confirming: .add(draft, allowsPlainHTTP: true),
      orSay:
        "\(TextWidth.truncated(draft.name, to: 40)) was not added: its address is not encrypted;"
        + " \(key(.server(.add))) asks again")
  }

  /// The new address of a known server is not encrypted, or may be another server's.
  mutating func askToChange(_ id: ServerID, _ change: ServerChange, _ doubt: ServerDoubt) {
    guard let item = servers.item(id) else { return }
    var confirmed = change
    let title: String
    let reasons: [String]
    switch doubt {
    case .plainHTTP:
      confirmed.allowsPlainHTTP = true
      title = "Use an address that is not encrypted?"
      reasons = ["Everybody on the way can read along."]
    case .other(let reason):
      confirmed.allowsOther = true
      title = "Is it the same server?"
      reasons = [
        TextWidth.truncated(reason, to: 90),
        "Another server would be taken for this one: its tracks and marks get lost.",
      ]
    }
    open(
      Picker(
        .exchange, title: title, lines: [TextWidth.truncated(change.address, to: 60)] + reasons,
        choices: [
          .init("Leave the address as it is", .nothing),
          .init("Change it all the same", .command(.server(.confirm))),
        ]), about: .known(id), confirming: .change(id, confirmed),
      orSay: "\(item.shortName) has its old address; \(key(.server(.list))) asks again")
  }

  /// No known authority vouches for the certificate.
  mutating func askForTrust(_ certificate: ServerCertificate, _ subject: CertificateSubject) {
    let asked: AddedServers.Asked
    let effect: ServersEffect
    let short: String
    let text: String
    switch subject {
    case .new(var draft, let allowsPlainHTTP):
      draft.options.fingerprint = certificate.fingerprint
      (asked, effect) = (.new(draft.name), .add(draft, allowsPlainHTTP: allowsPlainHTTP))
      short = TextWidth.truncated(draft.name, to: 40)
      text =
        "\(short) was not added: its certificate is not known; \(key(.server(.add))) asks again"
    case .changed(let id, var change):
      guard let item = servers.item(id) else { return }
      change.options.fingerprint = certificate.fingerprint
      (asked, effect, short) = (.known(id), .change(id, change), item.shortName)
      text =
        "\(short) is as it was: the certificate there is not known; \(key(.server(.list))) asks again"
    case .known(let id):
      guard let item = servers.item(id) else { return }
      var options = item.server.options
      options.fingerprint = certificate.fingerprint
      (asked, effect) = (.known(id), .setOptions(id, options))
      short = item.shortName
      text =
        "\(short): its certificate is not known; "
        + "\(key(.servers(.check), in: .servers)) in \(key(.server(.list))) asks again"
    }
    open(
      Picker(
        .exchange, title: "Trust this certificate?",
        lines: [TextWidth.truncated(certificate.reason, to: 90), "SHA-256:"]
          + App.lines(ofFingerprint: certificate.fingerprint),
        choices: [
          .init("Do not trust it", .nothing),
          .init("Trust it for \(short), and no other", .command(.server(.confirm))),
        ]), about: asked, confirming: effect, orSay: text)
  }

  /// Groups of four digits, to be compared with those of the server's owner.
  static func lines(ofFingerprint text: String) -> [String] {
    let digits = Array(text.prefix(64))
    let groups = stride(from: 0, to: digits.count, by: 4).map {
      String(digits[$0..<min($0 + 4, digits.count)])
    }
    return stride(from: 0, to: groups.count, by: 6).map {
      groups[$0..<min($0 + 6, groups.count)].joined(separator: " ")
    }
  }

  /// Asks before it removes: downloads and the sign-in are not brought back.
  mutating func askToRemove(_ item: ServerListItem?) {
    guard let item else { return }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Remove \(item.shortName)?",
          lines: [
            "\(item.tracks.counted("track")) \(item.tracks == 1 ? "leaves" : "leave") the library"
              + (item.tracksOnDisk > 0
                ? ", \(max(0, item.bytesOnDisk).byteText) this disk." : "."),
            "Playlists keep their entries as missing.",
          ],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Remove it", .command(.server(.remove(item.id)))),
          ])))
  }

  // MARK: The play queue of another client

  mutating func goOn(named name: String?) -> [Effect] {
    guard let items = servers.items else {
      servers.wanted = .goOn(name)
      return [.servers(.list)]
    }
    guard !items.isEmpty else {
      sayNoServer()
      return []
    }
    var id: ServerID?
    if let name {
      guard let item = findServer(named: name) else { return [] }
      id = item.id
    }
    return goOn(at: id)
  }

  mutating func goOn(at id: ServerID?) -> [Effect] {
    windows.expect(.remoteQueue)
    return [.servers(.goOn(id))]
  }

  mutating func receive(_ queue: RemotePlayQueue?) {
    let request = windows.answered(.remoteQueue)
    guard let queue else { return say("No server has a play queue of another client") }
    let name = TextWidth.truncated(queue.server, to: 30)
    guard !queue.tracks.isEmpty else {
      return say("The library has none of the tracks in the play queue of \(name)")
    }
    let client = queue.client.map { TextWidth.truncated($0, to: 30) } ?? "another client"
    let place = "At track \((queue.current + 1).grouped), \(queue.position.clockText)"
    let text = "The play queue of \(client) is here; \(key(.server(.goOn(nil)))) shows it"
    guard let request else { return say(text) }
    let isOpen = open(
      .picker(
        Picker(
          .exchange, title: "Go on where \(client) was?",
          lines: [
            "\(queue.tracks.count.counted("track")) of \(name)"
              + (queue.unknown > 0 ? "; \(queue.unknown.grouped) more are not in the library" : ""),
            place,
          ],
          choices: [
            .init("Go on there", .command(.server(.takeQueue))), .init("Stay here", .nothing),
          ])), askedFor: request, orSay: text)
    if isOpen { servers.queue = queue }
  }

  mutating func takeQueue() -> [Effect] {
    guard let queue = servers.queue, !queue.tracks.isEmpty else { return [] }
    servers.queue = nil
    let index = max(0, min(queue.current, queue.tracks.count - 1))
    playing.begin(
      at: Playing.CueStart(
        track: queue.tracks[index].track, position: max(.zero, queue.position),
        until: now.advanced(by: .seconds(1))))
    return apply(playing.play(QueuedTracks(queue.tracks), startingAt: index, at: now))
  }
}
