/// The version of the program, for its answers, its files and servers.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
