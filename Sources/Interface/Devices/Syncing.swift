package import Music

/// The known devices, the plan or sync that goes on, and the last report.
package struct Syncing: Equatable, Sendable {
  /// A plan that is being made, or a sync that goes on.
  package struct Run: Equatable, Sendable {
    package var serial: Int
    package var device: DeviceID
    package var name: String
    /// Whether a plan is carried out; else it is being made.
    package var carriesOut: Bool
    /// Whether the device's option began it.
    var isAutomatic: Bool
    /// Nil before the first report.
    package var progress: SyncProgress?
    /// Whether it was stopped, and its end has not come yet.
    package var isStopping = false
  }

  /// The plan of a window that could not open or was closed, with its choices.
  private struct ReadyPlan: Equatable, Sendable {
    var panel: SyncPlanPanel
    var since: ContinuousClock.Instant
  }

  /// The Unix time of the list, and the time of the interface then.
  private struct Listed: Equatable, Sendable {
    var at: Int64
    var now: ContinuousClock.Instant
  }

  /// A command that waits for the list of devices.
  struct Wanted: Equatable, Sendable {
    var name: String?
  }

  /// Nil before the first answer.
  package private(set) var devices: [DeviceListItem]?
  private var listed: Listed?
  package private(set) var run: Run?
  package private(set) var last: SyncReport?
  private var ready: ReadyPlan?
  /// Devices that sync by themselves and wait for the end of what goes on.
  private var waiting: [DeviceID] = []
  /// The device that came last.
  private(set) var appeared: DeviceID?
  var wanted: Wanted?
  /// The form that was left with Enter, until its device is known.
  var submitted: DeviceFormPanel?
  /// The draft that waits for the answer about its folders.
  var unconfirmed: DeviceEffect?
  private var serial = 0

  /// A plan older than this is made anew.
  private static let planAge: Duration = .seconds(300)

  package init() {}

  // MARK: Devices

  /// - Returns: The command that waited for the list.
  mutating func list(
    _ devices: [DeviceListItem], at time: Int64, now: ContinuousClock.Instant
  ) -> Wanted? {
    self.devices = devices
    listed = Listed(at: time, now: now)
    if let id = appeared, device(id)?.isThere == false { appeared = nil }
    let known = Set(devices.map(\.id))
    waiting.removeAll { !known.contains($0) }
    defer { wanted = nil }
    return wanted
  }

  package func device(_ id: DeviceID) -> DeviceListItem? { devices?.first { $0.id == id } }

  mutating func appear(_ id: DeviceID) {
    appeared = id
    guard let index = devices?.firstIndex(where: { $0.id == id }) else { return }
    devices?[index].isThere = true
  }

  /// The device of a typed name: the name itself, or else the only one that begins so.
  func device(named name: String) -> DeviceListItem? {
    devices?.named(name, by: \.device.name)
  }

  /// The device that a sync without a name is about; nil where the user has to say.
  var meant: DeviceListItem? {
    if let device = appeared.flatMap({ device($0) }) { return device }
    let all = devices ?? []
    if all.count == 1 { return all[0] }
    let there = all.filter { $0.isThere == true }
    return there.count == 1 ? there[0] : nil
  }

  /// The Unix time now, as far as the last list tells.
  func unixTime(at now: ContinuousClock.Instant) -> Int64? {
    listed.map { $0.at + $0.now.duration(to: now).components.seconds }
  }

  // MARK: The run

  /// Whether there is something to stop that is not being stopped yet.
  var canStop: Bool { run.map { !$0.isStopping } ?? false }

  /// - Returns: The serial of its events.
  mutating func start(_ device: DeviceID, named name: String, carriesOut: Bool, byItself: Bool)
    -> Int
  {
    serial += 1
    run = Run(
      serial: serial, device: device, name: name, carriesOut: carriesOut, isAutomatic: byItself)
    ready = nil
    waiting.removeAll { $0 == device }
    return serial
  }

  mutating func progress(_ progress: SyncProgress, _ serial: Int) {
    if run?.serial == serial { run?.progress = progress }
  }

  /// - Returns: False where nothing goes on, or it is being stopped already.
  mutating func stop() -> Bool {
    guard canStop else { return false }
    run?.isStopping = true
    return true
  }

  /// - Returns: The run of this serial; nil for an event that is out of date.
  mutating func end(_ serial: Int) -> Run? {
    guard let run, run.serial == serial else { return nil }
    self.run = nil
    return run
  }

  mutating func keep(_ report: SyncReport) { last = report }

  // MARK: Plans that wait

  mutating func keep(_ panel: SyncPlanPanel, at now: ContinuousClock.Instant) {
    ready = ReadyPlan(panel: panel, since: now)
  }

  /// The plan of a device, or of any, that was made a short time ago.
  mutating func takePlan(of id: DeviceID?, at now: ContinuousClock.Instant) -> SyncPlanPanel? {
    guard let ready, id == nil || ready.panel.plan.device == id,
      ready.since.duration(to: now) < Syncing.planAge
    else { return nil }
    self.ready = nil
    return ready.panel
  }

  // MARK: Syncs that wait

  mutating func wait(for id: DeviceID) {
    if run?.device != id, !waiting.contains(id) { waiting.append(id) }
  }

  /// The next device that syncs by itself.
  mutating func takeWaiting() -> DeviceListItem? {
    guard run == nil, !waiting.isEmpty else { return nil }
    return device(waiting.removeFirst())
  }
}
