import HTTPTypes
import NIOCore
import OrderedJSON
import Text

/// Gives every page of a list a link to a next page. Documents without a member `next` stay as they are.
struct NextFault: Fault {
  static let syntaxes = [
    FaultSyntax(
      "next", "endless|loop|URL",
      "Link every page of a list to a next one: without end (later pages repeat the first), to itself, or to this URL"
    ) { words throws(FaultSyntaxError) in
      let word = try words.require("'endless', 'loop' or a URL")
      switch word {
      case "endless": return NextFault(goal: .endless)
      case "loop": return NextFault(goal: .loop)
      case _ where word.contains(":") || word.hasPrefix("/"): return NextFault(goal: .url(word))
      default: throw FaultWords.error(word, "endless, loop or a URL")
      }
    }
  ]

  private enum Goal: Hashable {
    case endless, loop
    case url(String)
  }
  private let goal: Goal

  var needsBody: Bool { true }

  /// Asks for the first page instead of a later one, which need not exist.
  func rewrite(_ request: inout SWAPIRequest) {
    guard goal == .endless, Self.page(request.target) > 1 else { return }
    request.target = Self.target(request.target, page: 1)
  }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    guard let json = try? JSON(parsing: plan.body.readableBytesView), let object = json.object, object["next"] != nil else { return }
    let target = occasion.request.target
    let next =
      switch goal {
      case .endless: occasion.root + Self.target(target, page: Self.page(target) + 1)
      case .loop: occasion.root + target
      case .url(let url): url
      }
    let members = object.map { ($0.name, $0.name == "next" ? JSON.string(next) : $0.value) }
    plan.replaceBody(ByteBuffer(bytes: JSON.object(JSON.Object(members)).bytes()))
  }

  private static func page(_ target: String) -> Int {
    items(target).last { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }.map { max(1, min($0, .max - 1)) } ?? 1
  }

  private static func target(_ target: String, page: Int) -> String {
    let others = items(target).filter { !$0.hasPrefix("page=") }
    return "\(target.prefix { $0 != "?" })?" + (others + ["page=\(page)"]).joined(separator: "&")
  }

  private static func items(_ target: String) -> [Substring] {
    target.drop { $0 != "?" }.dropFirst().split(separator: "&")
  }
}
