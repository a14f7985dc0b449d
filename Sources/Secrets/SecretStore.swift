// Keeps tokens and passwords in the Secret Service where it answers, else in files. Operations run
// one after the other. No secret is in an error, a description or an argument of a program.
package import Bus
internal import Glibc
package import Music

/// The user's secrets, by service and account.
package actor SecretStore {
  private let bus: Bus
  private let files: SecretFiles
  private let times: SecretTimes
  /// The time before which the service is not asked in the background.
  private var pausedUntil: ContinuousClock.Instant?
  /// The end of the last operation; each waits for the one before.
  private var last: Task<Void, Never>?

  /// - Parameter folder: of the files, made when it is needed.
  package init(_ bus: Bus, folder: FilePath, times: SecretTimes = SecretTimes()) {
    self.bus = bus
    files = SecretFiles(folder: folder)
    self.times = times
  }

  /// The secret of a name; nil if there is none.
  ///
  /// - Parameter mayPrompt: whether the keyring may ask the user to unlock it; only for an action
  ///   of the user.
  /// - Throws: `.locked` for a secret in a locked keyring, `.noAnswer` where a keyring that may have
  ///   it fails.
  package func secret(
    _ name: SecretName, mayPrompt: Bool = false
  ) async throws(SecretError) -> Secret? {
    guard name.isValid else { throw .invalidName }
    let end = await begin()
    defer { end.finish() }
    switch try files.entry(name) {
    case .secret(let secret):
      Self.forbidCores()
      return secret
    case .removed:
      await removeEarlier(name)
      return nil
    case .none: break
    }
    do throws(SecretObstacle) {
      var keyring = try await keyring(mayPrompt)
      let secret = try await keyring.secret(name)
      pausedUntil = nil
      if secret != nil { Self.forbidCores() }
      return secret
    } catch {
      switch noted(error) {
      case .noBus, .noService, .noDefaultKeyring: return nil
      case .locked, .dismissed: throw .locked
      case .cancelled: throw .cancelled
      case .timedOut, .vanished, .refused, .badAnswer: throw .noAnswer(error)
      }
    }
  }

  /// Keeps a secret in place of an older one.
  ///
  /// - Parameter mayPrompt: whether the keyring may ask the user to unlock it; a locked one is left
  ///   alone otherwise, and a file has the secret.
  package func keep(
    _ secret: Secret, as name: SecretName, mayPrompt: Bool = false
  ) async throws(SecretError) {
    guard name.isValid else { throw .invalidName }
    let bytes = secret.text.utf8
    guard (1...SecretFiles.maximumBytes).contains(bytes.count), !bytes.contains(0) else {
      throw .invalidSecret
    }
    Self.forbidCores()
    let end = await begin()
    defer { end.finish() }
    do throws(SecretObstacle) {
      var keyring = try await keyring(mayPrompt)
      try await keyring.keep(secret, as: name)
      pausedUntil = nil
    } catch {
      guard noted(error) != .cancelled else { throw .cancelled }
      return try files.keep(secret, as: name)
    }
    try files.remove(name)
  }

  /// Removes a secret from the keyring and from the files.
  ///
  /// - Returns: why an entry of the keyring stays until the keyring can be changed, without ever
  ///   being read again; nil otherwise.
  @discardableResult
  package func remove(
    _ name: SecretName, mayPrompt: Bool = false
  ) async throws(SecretError) -> SecretObstacle? {
    guard name.isValid else { throw .invalidName }
    let end = await begin()
    defer { end.finish() }
    do throws(SecretObstacle) {
      var keyring = try await keyring(mayPrompt)
      try await keyring.remove(name)
      pausedUntil = nil
    } catch {
      try files.markRemoved(name)
      switch noted(error) {
      // A keyring of another session may still have it.
      case .noBus, .noService, .noDefaultKeyring: return nil
      case .locked, .dismissed, .timedOut, .vanished, .refused, .badAnswer, .cancelled:
        return error
      }
    }
    try files.remove(name)
    return nil
  }

  /// Where a secret would be kept now; asks the service and changes nothing.
  package func place() async -> SecretPlace {
    let end = await begin()
    defer { end.finish() }
    do throws(SecretObstacle) {
      var keyring = try await keyring(true)
      try await keyring.check()
      return .service(program: await keyring.program())
    } catch { return .files(files.folder, because: error) }
  }

  // MARK: - Parts

  /// Waits for the operations before; the next one waits until the result is finished.
  private func begin() async -> AsyncStream<Void>.Continuation {
    let before = last
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    last = Task { for await _ in stream {} }
    await before?.value
    return end
  }

  private func keyring(_ mayPrompt: Bool) async throws(SecretObstacle) -> Keyring {
    if !mayPrompt, let pausedUntil, .now < pausedUntil { throw .timedOut }
    return try await Keyring(bus, times, mayPrompt: mayPrompt)
  }

  private func noted(_ obstacle: SecretObstacle) -> SecretObstacle {
    if obstacle == .timedOut, pausedUntil.map({ $0 <= .now }) ?? true {
      pausedUntil = .now + times.pause
    }
    return obstacle
  }

  /// Removes the entry of a secret that was removed while the keyring could not be changed.
  private func removeEarlier(_ name: SecretName) async {
    do throws(SecretObstacle) {
      var keyring = try await keyring(false)
      try await keyring.remove(name)
    } catch {
      _ = noted(error)
      return
    }
    // A note that stays is looked at again the next time.
    try? files.remove(name)
  }

  /// The memory of the process holds a secret from here on.
  private static func forbidCores() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
