import Client
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText
import TestSupport
import Testing

@testable import CommandLine

/// Reports, notes and progress in other languages than English.
@Suite struct ReportLanguageTests {
  /// Returns the findings of a run: check, state and message.
  private static func findings(_ line: String) async throws -> [[Substring]] {
    let harness = CommandHarness()
    _ = try await harness.run(line)
    return harness.output.split(separator: "\n").filter { $0.contains("\t") }.map { $0.split(separator: "\t") }
  }

  @Test(arguments: ["de", "fr", "es", "ja"]) func `doctor has no English finding in another language`(code: String) async throws {
    let english = try await Self.findings("doctor --lang en")
    let translated = try await Self.findings("doctor --lang \(code)")
    #expect(english.count == translated.count && english.count > 8)
    for (finding, other) in zip(english, translated) {
      #expect(finding[1] != other[1], "\(other)")
      // The words of a finding that are its own, without paths, names and commands.
      let words = [
        "missing", "not installed", "writable", "created", "responds", "worker", "default", "cannot", "nothing", "is running", "warn",
      ]
      let text = other[1].split(separator: " ").filter { !$0.contains("/") && !$0.contains("holocron") }.joined(separator: " ")
      for word in words { #expect(!text.contains(word), "\(text)") }
    }
  }

  @Test func `findings as JSON and in spreadsheets are the same in every language`() async throws {
    for format in ["json", "csv"] {
      let english = CommandHarness()
      let german = CommandHarness()
      _ = try await english.run("doctor -o \(format) --lang en")
      _ = try await german.run("doctor -o \(format) --lang de")
      #expect(english.output == german.output)
    }
  }

  @Test(arguments: [
    ("search tatoine --lang de", ["NAME", "EINTRAG", "GEFUNDEN IN", "240 von 260"]),
    ("history --lang fr", ["L’historique des recherches est vide."]),
    ("path luke to leia organa --lang de", ["ÜBER", "Schritte"]), ("config show --lang de", ["EINSTELLUNG", "WERT"]),
    ("status --lang de", ["DIENST", "Dienste"]), ("doctor --lang de", ["Konfiguration", "Cache-Ordner", "gut"]),
    ("usage --lang fr", ["les compteurs sont désactivés"]), ("suggest qqqq --lang ja", ["一致する名前はありません"]),
    ("config path --lang es", ["ÁMBITO", "RUTA"]), ("favourites --lang ja", ["お気に入り"]),
  ])
  func `reports and notes are in the chosen language`(line: String, words: [String]) async throws {
    let harness = CommandHarness(columns: 100)
    _ = try await harness.run(line)
    let text = harness.output + harness.notes
    for word in words { #expect(text.contains(word), "\(word): \(text)") }
  }

  @Test func `the age of a search is in the chosen language`() {
    #expect(HistoryReport.age(7_200_000, in: German()) == "vor 2 h" && HistoryReport.age(0, in: Spanish()) == "ahora mismo")
  }

  @Test func `a sample of top is in the chosen language`() {
    let sample = TopSample(at: 0, instant: .now, broker: ["requests": 1_200, "listeners": 2, "services": []], workers: [:])
    let report = TopReport(from: sample, to: sample, endpoint: "ipc:///b", in: German())
    let text = TableFormat().render(report, on: Surface(isTerminal: true, columns: 80, usesColor: false)).text
    for word in ["Anfragen", "0,0/s, 1.200 insgesamt", "Trefferquote", "Zuhörer", "DIENST", "ARBEITER", "TEMPO"] {
      #expect(text.contains(word), "\(word): \(text)")
    }
  }

  @Test func `the progress is in the chosen language`() {
    let line = ProgressBoard.text("lese people", (65, 260), .seconds(2), columns: 79, in: German())
    #expect(line.hasSuffix("65/260  33/s  noch 6 s"))
    #expect(ProgressBoard.text("x", nil, .seconds(3), columns: 79, in: Japanese()) == "x  3秒")
  }

  @Test func `the quiz asks in the chosen language, and as JSON in English`() async throws {
    let harness = CommandHarness(columns: 80)
    _ = try await harness.run("quiz people --questions 1 --lang de")
    #expect(harness.output.hasPrefix("1 von 1  "))
    #expect(harness.output.contains("„") || harness.output.contains("Wer wurde zuletzt geboren?"), "\(harness.output)")
    let json = CommandHarness()
    _ = try await json.run("quiz people --questions 1 --lang de --json")
    #expect(!json.output.contains("„") && !json.output.contains("Wer wurde"))
  }
}
