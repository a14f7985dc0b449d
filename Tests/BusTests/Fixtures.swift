import Foundation

func directory(_ path: String) -> [String] {
  // A thread may be gone meanwhile.
  (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
}

func contents(_ path: String) -> String {
  (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
}
