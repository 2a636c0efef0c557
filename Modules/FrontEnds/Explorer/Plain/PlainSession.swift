public import Client
import Contracts
import Localization
import MessageBus
public import Models
public import Presentation
import TerminalText

/// The plain mode: a person types a line, and reads lines. No columns, nothing that moves, nothing that is drawn over: for screen readers, and for
/// pipes.
public struct PlainSession: Sendable {
  /// What a line led to. The lines are ``Swift/String/printable``.
  public enum Reply: Sendable, Hashable {
    case lines([String])
    /// Nothing fits, nobody answers, or the line is no command. The lines say what to do.
    case failed([String], ExitCode)
    case end
  }

  private let repository: any Repository
  private let kinds: Kinds
  private let wording: Wording
  /// Pages that were shown, the last one now.
  private var trail: [PlainPage] = []

  public init(_ repository: any Repository, kinds: Kinds, look: Explorer.Look) {
    self.repository = repository
    self.kinds = kinds
    wording = look.wording
  }

  public static let prompt = "holocron> "

  private var language: any Language { wording.language }

  /// Does what `line` asks for. Waits for the bus.
  public mutating func take(_ line: String) async -> Reply {
    do throws(Problem) {
      return try await perform(PlainCommand(line, kinds: kinds)).printable
    } catch {
      let reason = [error.title, error.detail].compactMap(\.self).joined(separator: ": ")
      return Reply.failed([reason] + error.advice, error.exitCode).printable
    }
  }

  private mutating func perform(_ command: PlainCommand) async throws(Problem) -> Reply {
    switch command {
    case .list(let kind): return show(try await list(kind))
    case .show(let text): return show(try await record(try await repository.find(text, kinds: kinds)))
    case .follow(let number):
      guard let page = trail.last, page.references.indices.contains(number - 1) else {
        return .failed([language.say(.noNumber(number))], .usage)
      }
      return show(try await record(page.references[number - 1]))
    case .search(let text): return show(try await search(text))
    case .path(let from, let to): return show(try await path(from, to))
    case .more:
      guard !trail.isEmpty, case let lines = trail[trail.count - 1].more(), !lines.isEmpty else { return .lines([language.say(.noMore)]) }
      return .lines(lines + hint(trail[trail.count - 1]))
    case .back:
      guard trail.count > 1 else { return .lines([language.say(.nothingBehind)]) }
      trail.removeLast()
      return .lines(trail[trail.count - 1].lines)
    case .status: return .lines(try await status())
    case .help: return .lines(language.say(PlainPhrase.help).split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    case .quit: return .end
    case .nothing: return .lines([])
    case .unknown(let line): return .failed([language.say(.noCommand(line.printable))], .usage)
    }
  }

  private mutating func show(_ page: PlainPage) -> Reply {
    trail.append(page)
    return .lines(page.lines + hint(page))
  }

  private func hint(_ page: PlainPage) -> [String] { page.rest.isEmpty ? [] : [language.say(.more(page.rest.count))] }

  private func list(_ kind: KindName) async throws(Problem) -> PlainPage {
    let page = try await repository.list(ListRequest(kind, .all)).page
    let records = page.items.compactMap { try? Record(canonical: $0, kinds: kinds) }
    let title = kinds[kind].map { wording.title(of: $0) } ?? kind.text
    let all = page.count + (page.missing ?? 0)
    let count = records.count == all ? language.figures.integer(all) : language.say(.part(records.count, of: all))
    return PlainPage(title: "\(title), \(count)", records.map { ($0.reference, $0.name) })
  }

  private func record(_ reference: Reference) async throws(Problem) -> PlainPage {
    let answer = await Question.record(reference, revalidate: false).answer(from: repository, observer: repository, kinds: kinds)
    switch answer {
    case .record(let record, _):
      let names = await ReferenceNames.fetched(record.references, from: repository, kinds: kinds)
      return PlainPage(record, kind: kinds[reference.kind].map { wording.singular(of: $0) } ?? reference.kind.text, wording, names)
    case .failed(let problem): throw problem
    default: throw Problem(502, "a worker answered in an unknown form", type: ProblemType.malformed)
    }
  }

  private func search(_ text: String) async throws(Problem) -> PlainPage {
    let answer = try await repository.ask(SearchRequest(text), of: .search)
    guard !answer.matches.isEmpty else { return PlainPage([language.say(FindingPhrase.nothingFound(text.printable))]) }
    let entries = answer.matches.map { match in
      (
        match.reference,
        [match.name, kinds[match.reference.kind].map { wording.singular(of: $0) }, match.excerpt].compactMap(\.self).joined(separator: ", ")
      )
    }
    return PlainPage(title: language.say(.found(answer.count)), entries.map { (reference: $0.0, text: $0.1) })
  }

  private func path(_ from: String, _ to: String) async throws(Problem) -> PlainPage {
    let ends = try await repository.find([from, to], kinds: kinds)
    let path = try await repository.path(PathRequest(from: ends[0], to: ends[1]))
    let stops = [path.from] + path.steps.map(\.to)
    return PlainPage(title: language.say(.steps(path.steps.count)), stops.map { ($0.reference, $0.name) })
  }

  private func status() async throws(Problem) -> [String] {
    let statistics = try await repository.statistics()
    return StatusLayout(Monitor(statistics), language, columns: 100).lines.map(\.text)
  }
}

extension PlainSession.Reply {
  /// Whatever the lines were made of, they are safe to write; texts of several paragraphs stay several lines.
  fileprivate var printable: Self {
    func lines(_ lines: [String]) -> [String] {
      lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable } }
    }
    switch self {
    case .lines(let all): return .lines(lines(all))
    case .failed(let all, let code): return .failed(lines(all), code)
    case .end: return .end
    }
  }
}
