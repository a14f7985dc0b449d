internal import Bus
internal import Music

extension MediaPlayerCalls {
  func player(_ method: String, _ arguments: [BusValue]) -> MediaPlayerAnswer {
    let status = contents.status
    switch method {
    case "Next": return MediaPlayerAnswer(status.hasNext ? [.nextAsIs] : [])
    case "Previous": return MediaPlayerAnswer(status.hasPrevious ? [.previousAsIs] : [])
    case "Play": return MediaPlayerAnswer(contents.canPlay ? [.play] : [])
    case "Pause": return MediaPlayerAnswer(contents.canPlay ? [.pause] : [])
    case "PlayPause":
      guard contents.canPlay else {
        return MediaPlayerAnswer(.failure("NotSupported", "There is nothing to play"))
      }
      return MediaPlayerAnswer([.playPause])
    case "Stop": return MediaPlayerAnswer([.stop])
    case "Seek":
      guard case .int64(let offset) = arguments[0] else { break }
      return MediaPlayerAnswer(seek(by: offset))
    case "SetPosition":
      guard case .int64(let position) = arguments[1] else { break }
      return MediaPlayerAnswer(seek(to: position, in: arguments[0].path ?? ""))
    case "OpenUri":
      guard let source = Self.source(arguments[0].string ?? "") else {
        return MediaPlayerAnswer(.cannotBeOpened)
      }
      return MediaPlayerAnswer([.open([source])])
    default: break
    }
    return MediaPlayerAnswer(.unknown)
  }

  private func seek(by offset: Int64) -> [PlayerCommand] {
    guard contents.status.canSeek, let item = contents.item else { return [] }
    let position = contents.position(at: now).microseconds
    let (sum, overflows) = position.addingReportingOverflow(offset)
    if sum < 0, !overflows { return [.seekTo(.zero, in: item.id)] }
    if overflows || contents.length.map({ sum > $0.microseconds }) ?? false {
      return contents.status.hasNext ? [.nextAsIs] : []
    }
    // Several in a row add up, even where the position does not show the first of them yet.
    return [.seek(by: .microseconds(offset))]
  }

  private func seek(to position: Int64, in path: String) -> [PlayerCommand] {
    guard contents.status.canSeek, let item = contents.item, path == contents.trackPath,
      position >= 0, contents.length.map({ position <= $0.microseconds }) ?? true
    else { return [] }
    return [.seekTo(.microseconds(position), in: item.id)]
  }

  /// The file or the stream at an address.
  private static func source(_ uri: String) -> MediaSource? {
    if let stream = StreamAddress(uri) { return .stream(stream) }
    guard uri.utf8.count <= longestAddress, let path = FileURI.path(of: uri.utf8),
      path.bytes.first == UInt8(ascii: "/"), !path.bytes.contains(0)
    else { return nil }
    return .file(path)
  }

  /// Bytes: three of each of the longest path that the system opens.
  private static let longestAddress = 3 * 4_096

  // MARK: - Track list

  func trackList(_ method: String, _ arguments: [BusValue]) -> MediaPlayerAnswer {
    switch method {
    case "GetTracksMetadata":
      // Each once, whatever is asked: the answer has a bound.
      let wanted = Set(arguments[0].paths ?? [])
      let items = contents.nearby.filter { wanted.contains(ObjectPath.text(of: $0)) }
      let maps = items.map { BusValue.variants(contents.metadata(of: $0)) }
      return MediaPlayerAnswer(.values([.array(maps, of: "a{sv}")]))
    case "AddTrack":
      guard let source = Self.source(arguments[0].string ?? "") else {
        return MediaPlayerAnswer(.cannotBeOpened)
      }
      let isCurrent = arguments[2].boolean ?? false
      // The queue takes tracks after the current one and at its end.
      let isLast = contents.nearby.last.map(ObjectPath.text(of:)) == arguments[1].path
      let isNext = isCurrent || arguments[1].path == contents.trackPath || !isLast
      return MediaPlayerAnswer([.queue([source], next: isNext)] + (isCurrent ? [.next] : []))
    case "RemoveTrack":
      let item = contents.nearbyItem(at: arguments[0].path ?? "")
      return MediaPlayerAnswer(item?.id.map { [.remove($0)] } ?? [])
    case "GoTo":
      let item = contents.nearbyItem(at: arguments[0].path ?? "")
      return MediaPlayerAnswer(item?.id.map { [.goTo($0)] } ?? [])
    default: return MediaPlayerAnswer(.unknown)
    }
  }

  // MARK: - Playlists

  func playlists(_ method: String, _ arguments: [BusValue]) -> MediaPlayerAnswer {
    switch method {
    case "ActivatePlaylist":
      let id = ObjectPath.playlist(at: arguments[0].path ?? "")
      guard let id, contents.playlists.contains(where: { $0.id == id }) else {
        return MediaPlayerAnswer(.failure("InvalidArgs", "There is no such playlist"))
      }
      return MediaPlayerAnswer([.playPlaylist(id)])
    case "GetPlaylists":
      guard let order = PlaylistOrder(rawValue: arguments[2].string ?? "") else {
        return MediaPlayerAnswer(.failure("InvalidArgs", "Not one of Orderings"))
      }
      let list = contents.playlists(
        from: arguments[0].uint32 ?? 0, atMost: arguments[1].uint32 ?? 0, by: order,
        reversed: arguments[3].boolean ?? false)
      return MediaPlayerAnswer(.values([list]))
    default: return MediaPlayerAnswer(.unknown)
    }
  }
}
