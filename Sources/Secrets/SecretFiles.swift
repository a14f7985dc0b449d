internal import Glibc
internal import Music

/// Secrets as files of 0600 in a folder of 0700, one each.
///
/// A file is newer than an entry of a keyring: one is written where the keyring cannot be reached,
/// and removed once the keyring has the secret. An empty file stands for a removed secret whose
/// entry in a keyring could not be reached.
struct SecretFiles: Sendable {
  let folder: FilePath

  static let maximumBytes = 64 << 10
  private static let temporary = ".new-"

  enum Entry: Equatable, Sendable {
    case none
    case removed
    case secret(Secret)
  }

  func path(of name: SecretName) -> FilePath { folder.appending(fileName(name)) }

  private func fileName(_ name: SecretName) -> String {
    name.service.rawValue + "-" + SHA256.digest(of: Array(name.account.utf8)).prefix(32)
  }

  func entry(_ name: SecretName) throws(SecretError) -> Entry {
    let path = path(of: name)
    guard let folder = try open(makes: false) else { return .none }
    defer { close(folder) }
    // Opening a FIFO does not wait.
    let descriptor = openat(
      folder, fileName(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return .none
      case ELOOP: throw .link(path)
      case ENXIO: throw .notPlain(path)
      case let code: throw .file(path, code: code)
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else { throw .notPlain(path) }
    guard status.st_uid == geteuid() else { throw .ofAnotherUser(path) }
    guard status.st_mode & 0o077 == 0 else { throw .open(path) }
    guard status.st_size <= Self.maximumBytes else { throw .damaged(path) }
    let bytes = try contents(descriptor, path)
    if bytes.isEmpty { return .removed }
    guard bytes.count <= Self.maximumBytes, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .damaged(path) }
    return .secret(Secret(text))
  }

  /// Reads one byte more than is allowed at most: the file may grow meanwhile.
  private func contents(_ descriptor: Int32, _ path: FilePath) throws(SecretError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .file(path, code: errno) }
      if got == 0 { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }

  func keep(_ secret: Secret, as name: SecretName) throws(SecretError) {
    try write(Array(secret.text.utf8), name)
  }

  /// Notes that the secret is removed, also from keyrings.
  func markRemoved(_ name: SecretName) throws(SecretError) { try write([], name) }

  func remove(_ name: SecretName) throws(SecretError) {
    guard let folder = try open(makes: false) else { return }
    defer { close(folder) }
    removeLeftovers(folder)
    guard unlinkat(folder, fileName(name), 0) == 0 || errno == ENOENT else {
      throw .file(path(of: name), code: errno)
    }
    fsync(folder)
  }

  private func write(_ bytes: [UInt8], _ name: SecretName) throws(SecretError) {
    let path = path(of: name)
    guard let folder = try open(makes: true) else { throw .file(self.folder, code: ENOENT) }
    defer { close(folder) }
    removeLeftovers(folder)
    let temporary = "\(Self.temporary)\(UInt64.random(in: 0 ... .max))"
    let descriptor = openat(
      folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path, code: errno) }
    var fault: Int32 = 0
    // A umask may take the owner's own rights away.
    if fchmod(descriptor, 0o600) != 0 { fault = errno }
    var done = 0
    while fault == 0, done < bytes.count {
      let step = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if step < 0, errno != EINTR { fault = errno }
      done += max(0, step)
    }
    if fault == 0, fsync(descriptor) != 0 { fault = errno }
    if close(descriptor) != 0, fault == 0 { fault = errno }
    if fault == 0, renameat(folder, temporary, folder, fileName(name)) != 0 { fault = errno }
    guard fault == 0 else {
      unlinkat(folder, temporary, 0)
      throw .file(path, code: fault)
    }
    // Some file systems cannot sync a folder.
    fsync(folder)
  }

  /// Removes what a killed process left behind: it holds a secret. Another process that is writing
  /// at this moment fails, and says so.
  private func removeLeftovers(_ folder: Int32) {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return }
    guard let stream = fdopendir(copy) else {
      close(copy)
      return
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < 1000, let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name.hasPrefix(Self.temporary) { names.append(name) }
    }
    for name in names { unlinkat(folder, name, 0) }
  }

  /// The opened folder; nil where there is none.
  private func open(makes: Bool) throws(SecretError) -> Int32? {
    if makes { try make(folder) }
    let descriptor = folder.withCString {
      Glibc.open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else {
      let code = errno
      var status = stat()
      guard folder.withCString({ lstat($0, &status) }) == 0 else {
        if !makes, errno == ENOENT { return nil }
        throw .file(folder, code: code)
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: throw .link(folder)
      case S_IFDIR: throw .file(folder, code: code)
      default: throw .notPlain(folder)
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      throw .ofAnotherUser(folder)
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 {
      let code = errno
      close(descriptor)
      throw .file(folder, code: code)
    }
    return descriptor
  }

  /// Makes the folder and its parents for the owner alone. A folder right below the root of the file
  /// system is left missing, as the log leaves it.
  private func make(_ path: FilePath) throws(SecretError) {
    var status = stat()
    if path.withCString({ lstat($0, &status) }) == 0 { return }
    guard let parent = path.parent, parent != FilePath("/") else {
      throw .file(path, code: ENOENT)
    }
    try make(parent)
    guard path.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw .file(path, code: errno)
    }
  }
}
