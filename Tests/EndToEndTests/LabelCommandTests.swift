import Foundation
import Testing

/// Labels and comments without the screen.
@Suite("Labels by sub-commands", .serialized)
struct LabelCommandTests {
  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("labels of files and folders are set in one step, found, and printed as JSON")
  func labels() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let beta = box.music.path + "/Beta"
      let set = try box.tritone(
        "set", beta, "--category", "Demo", "--tag", "+needs bass", "--tag", "done", "--collection",
        "B sides", "--mood", "calm", "--time-signature", "7/8", "--rating", "4", "--reaction",
        "loved", "--note", "louder")
      #expect(set.output == "3 tracks changed; undo in the player takes it back\n")
      let query = "category:demos tag:\"needs bass\""
      let found = try objects(try box.tritone("search", "--json", query).output)
      #expect(found.count == 3)
      for track in found {
        #expect(track["category"] as? String == "demos")
        #expect(track["tags"] as? [String] == ["needs bass", "done"])
        #expect(track["collection"] as? String == "B sides" && track["mood"] as? String == "calm")
        #expect(track["timeSignature"] as? String == "7/8" && track["rating"] as? Int == 4)
        #expect(track["reaction"] as? String == "loved" && track["notes"] as? String == "louder")
      }
      let path = try #require(found.first?["path"] as? String)
      let changed = try objects(
        try box.tritone("set", path, "--tag", "-DONE", "--category", "", "--json").output)
      #expect(changed.count == 1 && changed[0]["category"] == nil)
      #expect(changed[0]["tags"] as? [String] == ["needs bass"])
      #expect(try objects(try box.tritone("search", "--json", "tag:done").output).count == 2)
      let again = try box.tritone("set", beta, "--tag", "-done", "--tag", "+x", "--tag", "-x")
      #expect(
        again.output == "2 tracks changed, 1 was so already; undo in the player takes it back\n")
      let signs = try objects(
        try box.tritone("set", path, "--tag", "+a, \"b, c\" -needs bass", "--json").output)
      #expect(signs[0]["tags"] as? [String] == ["a", "b, c"])
      let same = try objects(try box.tritone("set", beta, "--mood", "calm", "--json").output)
      #expect(same.map { $0["changed"] as? Bool } == [false, false, false])
      #expect(try box.tritone("search", "tag:x").output.isEmpty)
      let steps = try box.tritone("search", "--json", "").output
      #expect(steps.contains("\"reaction\":\"none\""))
    }
  }

  @Test("what cannot be set is refused with the reason, and nothing is changed")
  func refused() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let beta = box.music.path + "/Beta"
      for (arguments, status, text) in [
        ([beta], Int32(2), "say what to set"),
        ([beta, "--category", "demoz"], 2, "did you mean demos?"),
        ([beta, "--rating", "6"], 2, "--rating is from 0 to 5"),
        ([beta, "--time-signature", "4/3"], 2, "write it as 4/4, 7/8 or 3+2/8, or free"),
        ([beta, "--reaction", "hated"], 2, "hated"),
        ([beta, "--tag", "+" + String(repeating: "x", count: 101)], 2, "at most 100 characters"),
        ([beta, "--tag", "+"], 2, "a tag needs a text"),
        ([box.music.path + "/none", "--mood", "x"], 1, "there is no file or folder"),
        (["http://127.0.0.1:9/x", "--mood", "x"], 1, "is not in the library"),
      ] {
        let result = try Program.run(
          Sandbox.binary, ["set"] + arguments, environment: box.environment)
        #expect(result.status == status && result.errors.contains(text), "\(arguments): \(result)")
      }
      #expect(try box.tritone("search", "--json", "mood:\"\" OR tag:\"\"").output.isEmpty)
    }
  }

  @Test("comments are written at a place, listed, changed and deleted by the beginning of their id")
  func comments() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 2)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let found = try objects(try box.tritone("search", "--json", "alpha").output)
      let file = try #require(found.first?["path"] as? String)
      let added = try objects(
        try box.tritone("comment", "add", file, "too\nlate", "--at", "0:01.5", "--json").output)
      #expect(
        added.first?["at"] as? Double == 1.5 && added.first?["text"] as? String == "too\nlate")
      let id = try #require(added.first?["id"] as? String)
      #expect(try box.tritone("comment", "add", file, "keep it").status == 0)
      let lines = try box.tritone("comment", "list", file).output.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix(id.prefix(8) + "\t0:01.5\t"))
      #expect(lines[0].hasSuffix("\ttoo late"))
      let edited = try objects(
        try box.tritone(
          "comment", "edit", file, String(id.prefix(8)), "too early", "--at", "", "--json"
        ).output)
      #expect(edited.first?["at"] == nil && edited.first?["text"] as? String == "too early")
      #expect(edited.first?["edited"] is String && edited.first?["id"] as? String == id)
      let searched = try objects(try box.tritone("search", "--json", "alpha").output)
      #expect((searched.first?["comments"] as? [[String: Any]])?.count == 2)
      for (arguments, status, text) in [
        (["add", file, "x", "--at", "0:05"], Int32(1), "It is only 0:02"),
        (["add", file, "x", "--at", "noon"], 2, "a time is written"),
        (["add", file, " "], 2, "a comment needs a text"),
        (["add", file, String(repeating: "x", count: 2_001)], 2, "at most 2,000 characters"),
        (["edit", file, "zzz", "x"], 1, "there is no comment zzz"),
        (["edit", file, id], 2, "say what to change"),
        (["add", file, "--late"], 2, "stands behind --"),
        (["add", box.music.path, "x"], 1, "name one"),
      ] {
        let result = try Program.run(
          Sandbox.binary, ["comment"] + arguments, environment: box.environment)
        #expect(result.status == status && result.errors.contains(text), "\(arguments): \(result)")
      }
      #expect(try box.tritone("comment", "remove", file, id).output == "1 comment deleted\n")
      for text in ["-hello 👩‍👩‍👧", "- 3 dB"] {
        let line = try box.tritone("comment", "add", file, text, "--at", "0:01").output
        #expect(line.hasSuffix("\t\(text)\n"), "\(line)")
        #expect(try box.tritone("comment", "remove", file, String(line.prefix(8))).status == 0)
      }
      #expect(try box.tritone("search", "--json", "comment:\"KEEP it\"").output.contains(file))
      let rest = try objects(try box.tritone("comment", "list", file, "--json").output)
      #expect(rest.map { $0["text"] as? String } == ["keep it"])
    }
  }
}
