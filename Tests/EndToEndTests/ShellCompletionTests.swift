import Foundation
import Testing

/// Completion in real shells. Names of playlists come from a library, and shells must not run them.
@Suite("Shell completion")
struct ShellCompletionTests {
  private func with(_ body: (Sandbox, _ pwned: String) throws -> Void) throws {
    try Sandbox.with(sound: false) { box in
      let pwned = box.folder.appendingPathComponent("pwned").path
      for name in ["Warm up", "Evil $(touch \(pwned))", "Evil `touch \(pwned)`"] {
        #expect(try box.tritone("playlist", "create", name).status == 0)
      }
      let bin = box.folder.appendingPathComponent("bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: bin.path + "/tritone", withDestinationPath: Sandbox.binary)
      try body(box, pwned)
      #expect(access(pwned, F_OK) != 0, "a name was run")
    }
  }

  private func run(_ box: Sandbox, _ shell: [String], _ script: String) throws -> [String] {
    let file = box.folder.appendingPathComponent("script").path
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    var environment = box.environment
    environment["PATH"] = box.folder.path + "/bin:/usr/bin:/bin"
    let result = try Program.run(
      shell[0], Array(shell.dropFirst()) + [file], environment: environment)
    #expect(result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("in bash", .enabled(if: DebianPackage.isThere("bash")))
  func bash() throws {
    try with { box, pwned in
      let lines = try run(
        box, ["bash", "--norc"],
        """
        source <(tritone --generate-completion-script bash)
        complete -p tritone
        compopt() { printf '<%s>' "$2"; }
        try() {
          COMP_LINE=$1 COMP_POINT=${#1}
          _tritone tritone "${1##* }" x
          printf '[%s]' "${COMPREPLY[@]}"; echo
        }
        try 'tritone sea'
        try 'tritone playlist show W'
        try 'tritone playlist show Ev'
        try 'tritone search ti'
        try 'tritone scan /'
        """)
      #expect(
        lines == [
          "complete -F _tritone tritone", "<default>[search]", "[Warm\\ up]",
          "[Evil\\ \\$\\(touch\\ \(pwned)\\)][Evil\\ \\`touch\\ \(pwned)\\`]",
          "<nospace>[title:]", "<default>[]",
        ])
    }
  }

  @Test("in fish", .enabled(if: DebianPackage.isThere("fish")))
  func fish() throws {
    try with { box, pwned in
      let lines = try run(
        box, ["fish", "--no-config"],
        """
        tritone --generate-completion-script fish | source
        complete -C 'tritone sea'
        complete -C 'tritone playlist show "Warm'
        complete -C 'tritone playlist show Ev'
        complete -C 'tritone demo /us'
        """)
      #expect(
        lines == [
          "search\tFind tracks in the library.", "Warm up", "Evil $(touch \(pwned))",
          "Evil `touch \(pwned)`", "/usr/\tDirectory",
        ])
    }
  }

  @Test("in zsh", .enabled(if: DebianPackage.isThere("zsh")))
  func zsh() throws {
    try with { box, pwned in
      // A key after the completion writes the line where the test can read it.
      let lines = try run(
        box, ["zsh", "-f"],
        #"""
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z 'autoload -U compinit && compinit -u -D
        source <(tritone --generate-completion-script zsh)
        tell() { print -r -- "<$BUFFER>" >> $HOME/told; BUFFER= }; zle -N tell
        bindkey "^I" complete-word; bindkey "^X" tell; echo REA""DY'
        zpty -r -m z out '*READY*'
        typeset -i count=0
        for line in 'tritone sea' 'tritone playlist show W' 'tritone playlist show "Warm' \
            'tritone playlist show Evil\ \$' 'tritone search ti' 'tritone scan /etc/hostna'; do
          zpty -w -n z "$line"$'\t\C-x'
          count+=1
          # The shell writes the line once it is complete.
          for try in {1..2400}; do
            [[ -e $HOME/told && $(wc -l < $HOME/told) -ge $count ]] && break
            zpty -r -t z out; sleep 0.05
          done
        done
        zpty -d z
        cat $HOME/told
        """#)
      #expect(
        lines == [
          "<tritone search >", "<tritone playlist show Warm\\ up >",
          "<tritone playlist show \"Warm up\" >",
          "<tritone playlist show Evil\\ \\$\\(touch\\ \(pwned)\\) >", "<tritone search title:>",
          "<tritone scan /etc/hostname >",
        ])
    }
  }
}
