internal import Music

/// The work of a sync so far.
struct SyncWork: Sendable {
  let planned: PlannedSync
  let plan: SyncPlan
  let rule: ConversionRule?
  var report: SyncReport
  /// Files that were written or renamed, by the track's index: rows of the state, as they are kept
  /// before the databases know.
  var placed: [Int: SyncedTrack] = [:]
  /// Of these, the ones that the device has not yet brought to its disk.
  var unkept: [Int] = []
  /// Files that others have replaced under another name, as rows of the state until they are removed.
  var replaced: [SyncedTrack] = []
  /// How many of these the state has.
  var keptReplaced = 0

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

  func link(_ id: TrackID) -> (index: Int, track: SyncTrack, link: TrackLink)? {
    guard let index = planned.index[id], let link = planned.links[index] else { return nil }
    return (index, planned.library.tracks[index], link)
  }

  /// A row of the state for a track whose file is now this one.
  func synced(
    _ track: SyncTrack, _ link: TrackLink, _ file: DeviceFile, _ rule: ConversionRule?
  ) -> SyncedTrack {
    let known = link.state.map { planned.state.tracks[$0] }
    let wasSynced = known?.status == .synced
    return SyncedTrack(
      track: track.id, uuid: link.uuid, status: wasSynced ? .synced : .copied, file: file,
      source: track.file, fingerprint: track.fingerprint, conversion: rule, place: link.place,
      ours: known?.ours ?? DeviceMarks(), theirs: known?.theirs ?? DeviceMarks())
  }

  /// A row of the state for a file that another has replaced: it belongs to no track, so that the
  /// next plan removes it where this sync does not come to it.
  func leftover(of track: SyncTrack, _ link: TrackLink, _ file: DeviceFile) -> SyncedTrack {
    let known = link.state.map { planned.state.tracks[$0] }
    return SyncedTrack(
      track: SyncedTrack.nobody, uuid: SyncPlanner.uuid("\(link.uuid) \(file.path.text)"),
      status: .copied, file: file, source: known?.source ?? track.file,
      fingerprint: known?.fingerprint, conversion: known?.conversion)
  }
}

extension SyncedTrack {
  /// The track of a file that another has replaced: none of the library.
  static let nobody = TrackID(0)
}
