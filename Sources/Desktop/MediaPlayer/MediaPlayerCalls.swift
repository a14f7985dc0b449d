internal import Bus
internal import Music

/// Answers calls of the object from what the player is at the moment.
struct MediaPlayerCalls {
  let contents: MediaPlayerContents
  let now: ContinuousClock.Instant

  private static let interfaces: [BusInterface] = [.root, .player, .trackList, .playlists]
  private static let document = BusInterface.document(of: BusInterface.standard + interfaces)

  func answer(to call: BusMethodCall) -> MediaPlayerAnswer {
    guard call.path == Announcements.path else { return MediaPlayerAnswer(.unknown) }
    // A call may leave out the interface.
    let interface = (BusInterface.standard + Self.interfaces).first {
      $0.name == call.interface || call.interface.isEmpty && $0.method(call.member) != nil
    }
    guard let interface, let method = interface.method(call.member) else {
      return MediaPlayerAnswer(.unknown)
    }
    let types = method.takes.map(\.type)
    guard call.arguments.map(\.signature) == types else {
      let wanted = "\(method.name) takes (\(types.joined(separator: ", ")))"
      return MediaPlayerAnswer(.failure("InvalidArgs", wanted))
    }
    let arguments = call.arguments
    switch (interface.name, method.name) {
    case ("org.freedesktop.DBus.Introspectable", _):
      return MediaPlayerAnswer(.values([.string(Self.document)]))
    case ("org.freedesktop.DBus.Properties", "Get"):
      return property(arguments[1].string ?? "", of: arguments[0].string ?? "")
    case ("org.freedesktop.DBus.Properties", "GetAll"):
      return properties(of: arguments[0].string ?? "")
    case ("org.freedesktop.DBus.Properties", "Set"):
      return set(arguments[1].string ?? "", of: arguments[0].string ?? "", to: arguments[2])
    case (BusInterface.root.name, "Raise"):
      var answer = MediaPlayerAnswer([])
      answer.raises = contents.canRaise
      return answer
    case (BusInterface.root.name, "Quit"): return MediaPlayerAnswer([.quit])
    case (BusInterface.player.name, let method): return player(method, arguments)
    case (BusInterface.trackList.name, let method): return trackList(method, arguments)
    case (BusInterface.playlists.name, let method): return playlists(method, arguments)
    default: return MediaPlayerAnswer(.unknown)
    }
  }

  // MARK: - Properties

  private func property(_ name: String, of interface: String) -> MediaPlayerAnswer {
    guard let interface = Self.interface(interface) else { return Self.unknownInterface }
    guard let value = contents.properties(of: interface, at: now).first(where: { $0.name == name })
    else { return Self.unknownProperty }
    return MediaPlayerAnswer(.values([.variant(value.value)]))
  }

  private func properties(of interface: String) -> MediaPlayerAnswer {
    guard let interface = Self.interface(interface) else { return Self.unknownInterface }
    let all = contents.properties(of: interface, at: now)
    return MediaPlayerAnswer(.values([.variants(all.map { ($0.name, $0.value) })]))
  }

  private func set(
    _ name: String, of interface: String, to variant: BusValue
  ) -> MediaPlayerAnswer {
    guard let interface = Self.interface(interface) else { return Self.unknownInterface }
    guard let property = interface.property(name) else { return Self.unknownProperty }
    guard property.isWritable else {
      return MediaPlayerAnswer(.failure("PropertyReadOnly", "\(name) cannot be set"))
    }
    let wrong = MediaPlayerAnswer(.failure("InvalidArgs", "Not a value of \(name)"))
    guard let value = variant.content, value.signature == property.type else { return wrong }
    switch (name, value) {
    case ("LoopStatus", .string("None")): return MediaPlayerAnswer([.repeating(.off)])
    case ("LoopStatus", .string("Track")): return MediaPlayerAnswer([.repeating(.one)])
    case ("LoopStatus", .string("Playlist")): return MediaPlayerAnswer([.repeating(.all)])
    case ("Shuffle", .boolean(let isShuffled)): return MediaPlayerAnswer([.shuffle(isShuffled)])
    case ("Rate", .double(0)): return MediaPlayerAnswer(contents.canPlay ? [.pause] : [])
    case ("Rate", .double(let rate)) where rate > 0:
      let rates = MediaPlayerContents.rates
      return MediaPlayerAnswer([.speed(min(rates.upperBound, max(rates.lowerBound, rate)))])
    case ("Volume", .double(let volume)) where !volume.isNaN:
      return MediaPlayerAnswer([.volume(Int((min(1, max(0, volume)) * 100).rounded()))])
    default: return wrong
    }
  }

  private static func interface(_ name: String) -> BusInterface? {
    interfaces.first { $0.name == name }
  }

  private static let unknownInterface = MediaPlayerAnswer(
    .failure("UnknownInterface", "There is no such interface"))
  private static let unknownProperty = MediaPlayerAnswer(
    .failure("UnknownProperty", "There is no such property"))
}
