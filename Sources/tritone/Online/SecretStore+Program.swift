import Bus
import Secrets

extension SecretStore {
  /// The user's secrets, in the session of the environment.
  init(
    _ directories: Directories, environment: [String: String], times: SecretTimes = SecretTimes()
  ) {
    self.init(
      Bus(addresses: BusAddresses.session(environment)), folder: directories.secrets, times: times)
  }
}
