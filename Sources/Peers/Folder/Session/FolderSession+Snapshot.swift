import Glibc
import Music
import Sync

extension FolderSession {
  /// Reads the database, files and logs of the device.
  func snapshot(
    _ cancellation: PeerCancellation, _ progress: (Int) -> Void
  ) throws(PeerError) -> (DeviceSnapshot, DeviceLogState) {
    try publishPending()
    try check()
    var snapshot = DeviceSnapshot()
    snapshot.abilities = abilities
    var contents = try readDatabase(cancellation)
    let walk = try walk(cancellation, progress)
    if !abilities.isReadOnly { leftovers = walk.leftovers }
    snapshot.files = walk.files
    snapshot.isPartial = walk.isPartial
    contents.faults += walk.faults
    try readLists(into: &contents)
    if contents.syncID == nil {
      PublishedFiles.read(root).merge(into: &contents, walk.files, now: setup.now())
    }
    let logs = try readLogs(contents, cancellation)
    snapshot.plays = setup.logs.waiting + logs.plays
    snapshot.waitingPlays = setup.logs.waiting.count
    snapshot.contents = contents
    if let space = setup.space(root.descriptor) {
      snapshot.free = space.free(mayBeUnknown: mount?.mayMisreportSpace ?? false)
      snapshot.capacity = space.capacity
    }
    guard root.isInPlace else { throw .gone }
    return (snapshot, logs.state)
  }
}
