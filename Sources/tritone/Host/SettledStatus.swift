import Interface
import Music

/// Statuses without the moments in which the next track is known by its id alone: the item before
/// stays until then.
final class SettledStatus {
  private var item: PlayerStatus.Item?

  func status(of app: App) -> PlayerStatus {
    var status = app.status
    if status.isSettled { item = status.item } else { status.item = item }
    return status
  }
}
