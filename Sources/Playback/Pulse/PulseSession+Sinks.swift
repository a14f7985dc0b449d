import CPulse
import Music

extension PulseSession {
  static let noSink = "no sound device; waiting for one"
  private static let mostSinks = 256
  private static let settlingTime: pa_usec_t = 1_000_000

  /// Asks which sinks there are, and again if that changes while the answer is on its way.
  func listSinks() {
    guard isServerThere else { return }
    isListStale = true
    guard !isListing else { return }
    isListStale = false
    newSinks = []
    newDefaultSink = nil
    isListing = start(pa_context_get_server_info(context, onServer, address))
  }

  fileprivate func found(_ server: pa_server_info?) {
    newDefaultSink = server?.default_sink_name.map { String(cString: $0) }
    isListing = start(pa_context_get_sink_info_list(context, onSink, address))
  }

  fileprivate func found(_ sink: pa_sink_info) {
    let sink = PulseSink(sink)
    if newSinks.count < Self.mostSinks, sink.name != PulseSink.dummy { newSinks.append(sink) }
  }

  fileprivate func listEnded() {
    isListing = false
    if isListStale { return listSinks() }
    let oldSinks = sinks
    if newDefaultSink != defaultSink {
      (formerDefault, defaultChangedAt) = (defaultSink, pa_rtclock_now())
    }
    (sinks, defaultSink) = (newSinks, newDefaultSink)
    tellDevices()
    switch stage {
    case .connecting, .withoutSink: openStream()
    case .waiting where oldSinks.map(\.name) != sinks.map(\.name):
      // No need to wait for the timer.
      timeRanOut()
    case .ready: correctPlace(oldSinks)
    default: break
    }
  }

  private func tellDevices() {
    let devices = sinks.map {
      OutputDevice(
        name: $0.name, description: $0.description, isDefault: $0.name == defaultSink,
        isRemote: $0.isRemote)
    }
    if let chosen = sinks.first(where: { $0.name == chosenSink }) {
      chosenDescription = chosen.description
    }
    if let toldDevices, toldDevices == (devices, chosenSink) { return }
    toldDevices = (devices, chosenSink)
    report(.devices(devices, chosen: chosenSink))
  }

  /// The sink to play to: the chosen one while it is there, else the default.
  var wantedSink: PulseSink? {
    sinks.first { $0.name == chosenSink } ?? sinks.first { $0.name == defaultSink } ?? sinks.first
  }

  /// What to ask the server for: it follows the default by itself where no sink is named.
  var namedSink: String? { wantedSink.flatMap { $0.name == defaultSink ? nil : $0.name } }

  /// Where the stream plays.
  private var place: String? {
    pa_stream_get_device_name(stream).map { String(cString: $0) }
  }

  /// Where it will play when the server has obeyed: libpulse knows a move only when it is done.
  private var comingPlace: String? { movingTo ?? place }

  /// Moves the stream where it ought to be after what has just changed. One that was moved by hand,
  /// with another program, stays there.
  private func correctPlace(_ oldSinks: [PulseSink]) {
    tellPlace()
    guard let wanted = wantedSink, let place = comingPlace, place != wanted.name else { return }
    // Servers move the streams with a new default, or do not, a little before or after they tell.
    let isDefaultNew =
      formerDefault != nil && pa_rtclock_now() - defaultChangedAt < Self.settlingTime
    // One that was reloaded meanwhile has the same name, and nobody else's index.
    let hasAppeared = !oldSinks.contains { $0.name == wanted.name && $0.index == wanted.index }
    if wanted.name == chosenSink
      ? hasAppeared || (isDefaultNew && place == defaultSink)
      : isDefaultNew && place == formerDefault
    {
      move(to: wanted)
    }
  }

  func choose(_ name: String?) {
    chosenSink = name.flatMap { $0.isEmpty ? nil : $0 }
    chosenDescription = nil
    // Before the server has been asked there is nothing to tell.
    if toldDevices != nil { tellDevices() }
    guard isStreamReady else { return }
    if let wanted = wantedSink, wanted.name != comingPlace { move(to: wanted) }
    tellPlace()
  }

  /// Moves a new stream where another sink was chosen, or came, while the server made it.
  func takeLateChoice() {
    guard let wanted = wantedSink, wanted.name != sinkAskedFor, wanted.name != place else { return }
    move(to: wanted)
  }

  private func move(to sink: PulseSink) {
    let isAsked = start(
      pa_context_move_sink_input_by_index(
        context, pa_stream_get_index(stream), sink.index, onMoveDone, address))
    guard isAsked else { return }
    movingTo = sink.name
    unconfirmedMoves += 1
  }

  fileprivate func moveAnswered(isDone: Bool) {
    unconfirmedMoves = max(0, unconfirmedMoves - 1)
    if unconfirmedMoves == 0 { movingTo = nil }
    if !isDone { listSinks() }
  }

  /// The server has moved the stream.
  func moved() {
    guard isStreamReady else { return }
    if place == PulseSink.dummy {
      loseSink()
    } else {
      if let length = pa_stream_get_buffer_attr(stream) {
        voice.pointee.targetLength = Self.wholeFrames(length.pointee.tlength)
        // The first request there may be for any length.
        voice.pointee.canRunDry = false
      }
      suspensionChanged()
    }
    listSinks()
  }

  /// There is nothing to play to: goes on when the server says that there is.
  func loseSink() {
    standStill()
    closeStream()
    disarm()
    stage = .withoutSink
    tellUnavailable(Self.noSink)
  }

  /// Tells where the sound comes out, when that is another place than was told.
  func tellPlace() {
    guard isStreamReady, let place else { return }
    // One that is not listed yet soon will be.
    guard var description = sinks.first(where: { $0.name == place })?.description else { return }
    if let chosenSink, !sinks.contains(where: { $0.name == chosenSink }) {
      description += " (\(chosenDescription ?? chosenSink) is not there)"
    }
    guard description != toldDescription else { return }
    toldDescription = description
    report(.ready(rate: rate, description: description))
  }
}

private func onServer(
  _: OpaquePointer?, _ server: UnsafePointer<pa_server_info>?, _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.found(server?.pointee) }

private func onSink(
  _: OpaquePointer?, _ sink: UnsafePointer<pa_sink_info>?, _ end: Int32,
  _ session: UnsafeMutableRawPointer?
) {
  if let sink, end == 0 { PulseSession.at(session)?.found(sink.pointee) }
  if end != 0 { PulseSession.at(session)?.listEnded() }
}

private func onMoveDone(
  _: OpaquePointer?, _ isDone: Int32, _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.moveAnswered(isDone: isDone != 0) }
