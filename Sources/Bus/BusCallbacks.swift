// Callbacks of libsystemd, which it calls on the bus thread while messages are processed.
internal import CBus
internal import Glibc

func receiveReply(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  let request = Unmanaged<BusRequest>.fromOpaque(context).takeUnretainedValue()
  request.loop.finish(request, result(of: message, to: request))
  return 1
}

private func result(
  of message: OpaquePointer, to request: BusRequest
) -> Result<[BusValue], BusError> {
  guard let name = tritone_bus_get_error(message) else {
    return Result { () throws(BusError) in try MessageReader.values(of: message) }
  }
  guard request.loop.isConnected else { return .failure(.connectionLost) }
  let text = String(cString: name)
  // libsystemd's own reply once the time is over has the name that the bus uses, too.
  if text == "org.freedesktop.DBus.Error.NoReply", let deadline = request.deadline,
    .now >= deadline
  {
    return .failure(.timedOut)
  }
  return .failure(.refused(name: String(text.prefix(255))))
}

func receiveInstalled(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  let subscription = Unmanaged<BusSubscription>.fromOpaque(context).takeUnretainedValue()
  guard let request = subscription.request else { return 0 }
  request.loop.finish(request, result(of: message, to: request))
  return 1
}

func receiveSignal(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  let subscription = Unmanaged<BusSubscription>.fromOpaque(context).takeUnretainedValue()
  // A signal that is malformed or beyond the bounds counts as not received.
  guard let arguments = try? MessageReader.values(of: message) else { return 0 }
  subscription.sink?.yield(
    BusSignal(
      text(tritone_bus_get_path(message)), text(tritone_bus_get_interface(message)),
      text(tritone_bus_get_member(message)), arguments))
  // Other subscriptions may match it, too.
  return 0
}

func receiveCall(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  let export = Unmanaged<BusExport>.fromOpaque(context).takeUnretainedValue()
  let arguments: [BusValue]
  do throws(BusError) { arguments = try MessageReader.values(of: message) } catch {
    // Malformed, or beyond the bounds: its sender gets an error.
    return -EBADMSG
  }
  let answer = export.answer(
    BusMethodCall(
      sender: text(tritone_bus_get_sender(message)), path: text(tritone_bus_get_path(message)),
      interface: text(tritone_bus_get_interface(message)),
      member: text(tritone_bus_get_member(message)), arguments: arguments))
  // Another export of the path may know it.
  if answer == .unknown { return 0 }
  guard tritone_bus_expects_reply(message) > 0 else { return 1 }
  var reply: OpaquePointer?
  switch answer {
  case .unknown, .nothing: return 1
  case .error(let name, let text):
    let code = tritone_bus_new_error(message, &reply, name, text)
    guard code >= 0 else { return code }
  case .values(let values):
    let code = tritone_bus_new_return(message, &reply)
    guard code >= 0, let reply else { return code }
    do throws(BusError) { try MessageWriter.append(values, to: reply) } catch {
      tritone_bus_free_message(reply)
      return -EINVAL
    }
  }
  defer { tritone_bus_free_message(reply) }
  let code = tritone_bus_send(reply)
  return code < 0 ? code : 1
}

private func text(_ start: UnsafePointer<CChar>?) -> String {
  start.map { String(cString: $0) } ?? ""
}
