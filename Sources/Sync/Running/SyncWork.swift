internal import Music

/// The work of a sync so far.
struct SyncWork: Sendable {
  let planned: PlannedSync
  let plan: SyncPlan
  let rule: ConversionRule?
  var report: SyncReport
  /// Files that were written or renamed, by the track's index: rows of the state, as they are kept
  /// before the databases know.
  var written: [Int: SyncedTrack] = [:]
  /// Of these, the ones that the device has not yet brought to its disk.
  var unkept: [Int] = []
  /// Files that others have replaced under another name, as rows of the state until they are removed.
  var replaced: [SyncedTrack] = []
  /// How many of these the state has.
  var keptReplaced = 0
  /// Files that were copied from the device.
  var taken: Set<FilePath> = []
  /// Whether the device has said that it is full.
  var isFull = false
  /// By the row of the state: the damaged file in the place of the one that it knows.
  private var damaged: [Int: DeviceFile] = [:]

  init(planned: PlannedSync, plan: SyncPlan, rule: ConversionRule?, report: SyncReport) {
    self.planned = planned
    self.plan = plan
    self.rule = rule
    self.report = report
  }

  mutating func leave(_ name: String, _ reason: String) {
    guard report.left.count < 2 * NoteList.maximum else { return }
    report.left.append(SyncNote(name: name, reason: reason))
  }

  /// Takes files out of the work that are not on the device after all: the next sync copies them.
  ///
  /// - Returns: rows of the state that say so, and the damaged files, to be removed once these rows are
  ///   kept.
  mutating func drop(
    _ faults: [PeerFileFault]
  ) -> (rows: [SyncedTrack], damaged: [DeviceFile]) {
    guard !faults.isEmpty else { return ([], []) }
    if faults.contains(where: { $0.error == .full }) { isFull = true }
    let byPath = Dictionary(
      faults.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [SyncedTrack] = []
    var damaged: [DeviceFile] = []
    for item in plan.items where item.isIncluded {
      let (id, old): (TrackID, DeviceFile?)
      switch item.action {
      case .copy(let track, _): (id, old) = (track, nil)
      case .replace(let track, let file, _): (id, old) = (track, file)
      case .move, .take, .remove, .exclude, .adopt, .marks, .playlist: continue
      }
      guard let (index, track, link) = link(id), let row = written[index],
        let fault = byPath[row.file.path]
      else { continue }
      let file = row.file
      written[index] = nil
      unkept.removeAll { $0 == index }
      if let old {
        report.replaced -= 1
        // The old one stays where it was under another name.
        replaced.removeAll { $0.file == old }
      } else {
        report.copied -= 1
      }
      report.bytes -= file.size
      leave(item.name, fault.error.reason)
      guard fault.isUnderItsName else { continue }
      damaged.append(file)
      if let old, old.path != file.path {
        rows.append(leftover(of: track, link, file))
      } else {
        rows.append(row.asDamaged)
        if let number = link.state { self.damaged[number] = file }
      }
    }
    return (rows, damaged)
  }

  func link(_ id: TrackID) -> (index: Int, track: SyncTrack, link: TrackLink)? {
    guard let index = planned.index[id], let link = planned.links[index] else { return nil }
    return (index, planned.library.tracks[index], link)
  }

  /// Takes the file of a track as damaged before it is written over.
  ///
  /// - Returns: The row of the state that says so.
  mutating func expectLoss(_ link: TrackLink, _ old: DeviceFile) -> SyncedTrack? {
    guard let number = link.state else { return nil }
    damaged[number] = old
    var row = planned.state.tracks[number]
    row.file = old
    return row.asDamaged
  }

  /// The row of the state of a track, as this sync has left it.
  func known(_ link: TrackLink) -> SyncedTrack? {
    link.state.map { number in
      var known = planned.state.tracks[number]
      guard let file = damaged[number] else { return known }
      known.file = file
      return known.asDamaged
    }
  }

  /// A row of the state for a track whose file is now this one.
  func synced(
    _ track: SyncTrack, _ link: TrackLink, _ file: DeviceFile, _ rule: ConversionRule?
  ) -> SyncedTrack {
    let known = link.state.map { planned.state.tracks[$0] }
    let wasSynced = known?.status == .synced
    return SyncedTrack(
      track: track.id, uuid: link.uuid, status: wasSynced ? .synced : .copied, file: file,
      source: track.file, audioHash: track.audioHash, conversion: rule, place: link.place,
      ours: known?.ours ?? DeviceMarks(), theirs: known?.theirs ?? DeviceMarks())
  }

  /// A row of the state for a file that another has replaced: it belongs to no track, so that the
  /// next plan removes it where this sync does not come to it.
  func leftover(of track: SyncTrack, _ link: TrackLink, _ file: DeviceFile) -> SyncedTrack {
    let known = link.state.map { planned.state.tracks[$0] }
    return SyncedTrack(
      track: SyncedTrack.nobody,
      uuid: DeviceTrackID(SyncPlanner.uuid("\(link.uuid) \(file.path.text)")), status: .copied,
      file: file, source: known?.source ?? track.file, audioHash: known?.audioHash,
      conversion: known?.conversion)
  }
}

extension SyncedTrack {
  /// Whether the file that a sync has brought was damaged: it is to be replaced, or copied again where
  /// it is gone, and the user has not removed it.
  var isDamaged: Bool { source == FileStamp() }

  /// The row for a damaged file.
  fileprivate var asDamaged: SyncedTrack {
    var row = self
    row.source = FileStamp()
    return row
  }

  /// The track of a file that another has replaced: none of the library.
  static let nobody = TrackID(0)
}
