import Interface
import Music

/// Statuses without the moments in which the next track is known by its id alone: those before stay
/// until then.
final class SettledStatus {
  private var last: PlayerStatus?

  func status(of app: App) -> PlayerStatus {
    let status = app.status(after: last)
    last = status
    return status
  }
}
