internal import Glibc
internal import Music

/// The text file beside a part that says of what it is a part, so that a later program can resume it.
struct PartRecord: Equatable {
  /// Of the request, without its query, in which tokens change.
  let place: String
  let validator: Validator
  let total: Int64?
  /// Bytes that are safely on the disk, whatever happens to the machine.
  var synced: Int64 = 0
  /// Of the kernel's start since which the file was written; all of it is there while that runs.
  var boot = PartRecord.currentBoot

  /// The validator of a version of a resource (RFC 9110, section 8.8).
  enum Validator: Equatable {
    case etag(String)
    case date(String)

    /// A strong one, or nil.
    init?(_ head: HTTPHead) {
      if let tag = head.value(of: "ETag") {
        guard tag.hasPrefix("\""), tag.count >= 2, tag.hasSuffix("\""), tag.utf8.count <= 512 else {
          return nil
        }
        self = .etag(tag)
      } else if let date = head.value(of: "Last-Modified"), HTTPDate.seconds(date) != nil {
        self = .date(date)
      } else {
        return nil
      }
    }

    var text: String {
      switch self {
      case .etag(let text), .date(let text): text
      }
    }

    /// Whether a partial response is of the same version; it may leave out a date.
    func holds(in head: HTTPHead) -> Bool {
      switch self {
      case .etag(let tag): head.value(of: "ETag") == tag
      case .date(let date): (head.value(of: "Last-Modified") ?? date) == date
      }
    }
  }

  static var currentBoot: String {
    read(FilePath("/proc/sys/kernel/random/boot_id"), atMost: 64).map {
      ASCII.trimmed($0.prefix(36))
    }
      ?? ""
  }

  private static let firstLine = "tritone part 1"

  var text: String {
    let validator =
      switch validator {
      case .etag(let tag): "etag \(tag)"
      case .date(let date): "date \(date)"
      }
    return [Self.firstLine, place, validator, "\(total ?? -1)", "\(synced)", boot]
      .joined(separator: "\n") + "\n"
  }

  init(place: String, validator: Validator, total: Int64?) {
    self.place = place
    self.validator = validator
    self.total = total
  }

  /// Nil for anything but a record for this address.
  init?(_ text: String, place: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 7, lines[0] == Self.firstLine, lines[1] == place,
      let synced = ASCII.number(lines[4])
    else { return nil }
    let value = String(lines[2].dropFirst(5))
    switch lines[2].prefix(5) {
    case "etag ": validator = .etag(value)
    case "date ": validator = .date(value)
    default: return nil
    }
    self.place = place
    total = ASCII.number(lines[3])
    self.synced = synced
    boot = lines[5]
  }

  static func read(_ path: FilePath, atMost limit: Int) -> String? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(descriptor, &bytes, limit)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
