// One download from its first request to the whole file, through faults that pass.
internal import Glibc
internal import HTTP
import Media
import Music
import Synchronization

extension DownloadQueue {
  /// Bytes of one track whose size the server did not list.
  private static let limit: Int64 = 16 << 30
  /// Attempts in a row that bring nothing.
  private static let attempts = 5
  /// Bytes that count as something.
  private static let progress: Int64 = 256 << 10
  private static let longestPause = Duration.seconds(120)

  func fetch(_ download: TrackDownload) async -> Result<Int64, DownloadFault> {
    let address = download.address
    guard folder.make(for: address) else { return .failure(.disk(code: 0)) }
    // Whether the next request has to be made with other credentials, and whether that was tried.
    var isRefused = false
    var wasRefused = false
    var hasFolder = true
    var attempt = 0
    while true {
      let remote: RemoteRequest
      switch await requesting(address, isRefused) {
      case .success(let made): remote = made
      case .failure(let fault): return .failure(.server(fault))
      }
      isRefused = false
      let before = folder.partSize(address)
      let answer = Answer()
      let error = await receive(download, remote, answer)
      if let text = answer.text { return .failure(.server(remote.explain(text) ?? .noSound)) }
      guard let error else { return check(download) }
      if Task.isCancelled { return .failure(.server(.unreachable)) }
      // A long download over a bad network goes on as long as each attempt brings something.
      if folder.partSize(address) >= before + Self.progress { (attempt, wasRefused) = (0, false) }
      if case .status(_, let status, _) = error, remote.refusals.contains(status), !wasRefused {
        (isRefused, wasRefused) = (true, true)
        continue
      }
      if case .bodyTooLarge = error {
        // It would be as large the next time.
        guard download.size > 0 else { return .failure(.disk(code: EFBIG)) }
        return .failure(
          .length(expected: download.size, got: answer.length ?? download.size + 1))
      }
      if case .disk(_, let code) = error {
        // One that was cancelled meanwhile takes an empty folder along.
        guard code == ENOENT, hasFolder, folder.make(for: address) else {
          return .failure(.disk(code: code))
        }
        hasFolder = false
        continue
      }
      guard let (fault, asked) = error.fault else { return .failure(.server(.unreachable)) }
      attempt += 1
      guard fault.mayPass, attempt < Self.attempts else { return .failure(.server(fault)) }
      let doubled = pause * (1 << attempt) * Double.random(in: 0.5...1)
      // Ends at once where the task is cancelled, which the next request shows.
      try? await Task.sleep(for: min(Self.longestPause, max(asked ?? .zero, doubled)))
    }
  }

  /// What the heads of a download's answers say.
  private final class Answer: Sendable {
    private let state = Mutex<(length: Int64?, text: [UInt8]?)>((nil, nil))

    /// Bytes of the whole, as announced.
    var length: Int64? { state.withLock { $0.length } }
    /// The beginning of a text in place of the file.
    var text: [UInt8]? { state.withLock { $0.text } }

    func accept(_ head: HTTPHead) -> Bool {
      let total = head.status == 206 ? ContentRange(head)?.total : head.contentLength
      state.withLock { $0.length = total }
      return RemoteFile.maybeSound(head)
    }

    func refuse(_ text: [UInt8]) { state.withLock { $0.text = text } }
  }

  /// Nil once the file is whole and on the disk.
  private func receive(
    _ download: TrackDownload, _ remote: RemoteRequest, _ answer: Answer
  ) async -> HTTPError? {
    let (address, report) = (download.address, report)
    do {
      try await remote.client.download(
        remote.request, to: folder.file(address),
        limit: download.size > 0 ? min(download.size, Self.limit) : Self.limit,
        accept: { answer.accept($0) }, refused: { answer.refuse($0) }
      ) { report(.moved(address, $0)) }
      return nil
    } catch {
      return error
    }
  }

  /// Verifies the length that the server listed.
  private func check(_ download: TrackDownload) -> Result<Int64, DownloadFault> {
    guard let size = folder.size(download.address) else { return .failure(.disk(code: 0)) }
    guard download.size <= 0 || download.size == size else {
      folder.remove(download.address)
      return .failure(.length(expected: download.size, got: size))
    }
    return .success(size)
  }
}
