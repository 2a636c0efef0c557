import CommandLine

@main
enum Holocron {
  static func main() { Program.run(Array(Swift.CommandLine.arguments.dropFirst())) }
}
