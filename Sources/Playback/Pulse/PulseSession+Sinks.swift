import CPulse
import Music

extension PulseSession {
  static let noSink = "no sound device; waiting for one"
  private static let maximumSinks = 256

  /// Lists the sinks, and again if they change before the answer.
  func listSinks() {
    guard isServerThere else { return }
    guard connection?.sinkList == nil else {
      connection?.sinkList?.isStale = true
      return
    }
    if start(pa_context_get_server_info(context, onServer, address)) {
      connection?.sinkList = SinkList()
    }
  }

  fileprivate func found(_ server: pa_server_info?) {
    connection?.sinkList?.defaultSink = server?.default_sink_name.map { String(cString: $0) }
    if !start(pa_context_get_sink_info_list(context, onSink, address)) {
      connection?.sinkList = nil
    }
  }

  fileprivate func found(_ sink: pa_sink_info) {
    let sink = PulseSink(sink)
    guard let count = connection?.sinkList?.sinks.count, count < Self.maximumSinks,
      sink.name != PulseSink.dummy
    else { return }
    connection?.sinkList?.sinks.append(sink)
  }

  fileprivate func listEnded() {
    guard let list = connection?.sinkList else { return }
    connection?.sinkList = nil
    if list.isStale { return listSinks() }
    let oldSinks = choice.sinks
    choice.update(list, at: pa_rtclock_now())
    tellDevices()
    switch stage {
    case .connecting, .withoutSink: openStream()
    case .waiting where oldSinks.map(\.name) != choice.sinks.map(\.name):
      // Retries without waiting for the timer.
      timeRanOut()
    case .ready:
      reportSink()
      if let position = comingSink,
        let sink = choice.move(of: position, since: oldSinks, at: pa_rtclock_now())
      {
        move(to: sink)
      } else {
        followRate()
      }
    case .waiting, .creating, .silent: break
    }
    // After the move to a sink that is back.
    noteOutlet()
  }

  /// Reports that the outlet of the stream is unplugged or back.
  func noteOutlet() {
    switch outlets.update(
      choice.sinks, position: isStreamReady ? position : nil, at: pa_rtclock_now())
    {
    case .unplugged(let description): report(.unplugged(description))
    case .pluggedIn(let description): report(.pluggedIn(description))
    case nil: break
    }
  }

  private func tellDevices() {
    let devices = choice.devices
    if let known = reported.devices, known == (devices, choice.chosen) { return }
    reported.devices = (devices, choice.chosen)
    report(.devices(devices, chosen: choice.chosen))
  }

  /// The sink that the stream plays on.
  var position: String? {
    pa_stream_get_device_name(handle).map { String(cString: $0) }
  }

  /// The sink after pending moves.
  private var comingSink: String? { connection?.moves.target ?? position }

  func choose(_ name: String?) {
    choice.choose(name)
    // Before the first list there is nothing to report.
    if reported.devices != nil { tellDevices() }
    guard isStreamReady else { return }
    if let wanted = choice.wanted, wanted.name != comingSink { move(to: wanted) }
    reportSink()
  }

  /// Moves a new stream if the wanted sink changed during its creation.
  func takeLateChoice(insteadOf sink: String) {
    guard let wanted = choice.wanted, wanted.name != sink, wanted.name != position else { return }
    move(to: wanted)
  }

  private func move(to sink: PulseSink) {
    let isRequested = start(
      pa_context_move_sink_input_by_index(
        context, pa_stream_get_index(handle), sink.index, onMoveDone, address))
    if isRequested { connection?.moves.begin(to: sink.name) }
  }

  fileprivate func moveAnswered(isDone: Bool) {
    connection?.moves.answer()
    if !isDone { listSinks() }
  }

  /// The server has moved the stream.
  func moved() {
    guard isStreamReady else { return }
    if position == PulseSink.dummy {
      loseSink()
    } else {
      if let length = pa_stream_get_buffer_attr(handle) {
        callback.pointee.targetLength = Self.wholeFrames(length.pointee.tlength)
        // The first request on a new sink may have any length.
        if callback.pointee.supply == .full { callback.pointee.supply = .filling }
      }
      suspensionChanged()
    }
    listSinks()
  }

  /// No sink is left: waits for the server to report one.
  func loseSink() {
    standStill()
    retry.timer = nil
    stage = .withoutSink
    tellUnavailable(Self.noSink)
    closeStream()
  }

  /// Reports the sink in use, on change.
  func reportSink() {
    guard isStreamReady, let position, let description = choice.description(of: position),
      reported.sound != .ready(description: description)
    else { return }
    reported.sound = .ready(description: description)
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
