import MessageBus
import Models
import Testing

@testable import LoadTesting

struct WorkloadTests {
  private static func plan(_ target: LoadTarget, _ mix: Mix? = nil, _ keys: KeyOrder = .uniform) -> LoadPlan {
    var plan = LoadPlan(target: target, mix: mix ?? .only(target.operations[0]), pacing: .closed(1), seed: 42)
    plan.keys = keys
    return plan
  }

  private static func workload(_ plan: LoadPlan, keys: [String]? = nil) throws -> Workload {
    var plan = plan
    plan.fileKeys = keys
    return try WorkloadBuilder(plan: plan, catalogue: .standard, echoService: "load.echo.1").workload()
  }

  private static func heads(_ workload: Workload, _ count: Int) -> [String] { (0..<count).map { workload.call($0).payload.text } }

  private static func service(_ call: Call) -> String? { if case .bus(let service, _) = call.payload { service } else { nil } }

  @Test func `a request depends on its number and the seed alone`() throws {
    let plan = Self.plan(.cache, Mix("record=80,list=15,search=5"), .zipf(1.1))
    let (one, other) = (try Self.workload(plan), try Self.workload(plan))
    let heads = Self.heads(one, 500)
    let backwards = (0..<500).reversed().map { other.call($0).payload.text }
    #expect(Array(backwards.reversed()) == heads)
    var reseeded = plan
    reseeded.seed = 43
    #expect(try Self.heads(Self.workload(reseeded), 500) != heads)
  }

  @Test func `the trials of a search for the limit repeat no unique keys`() throws {
    let runner = LoadRunner(address: nil, echoService: "", stop: StopSignal(), live: nil)
    var plan = Self.plan(.fetch, nil, .unique)
    plan.pacing = .constant(100, for: .seconds(1))
    plan.seed = UInt64(Int.max)
    let limit = LimitRun(plan: plan, runner: runner) { _ in }
    let trials = (0..<3).map { limit.trial(at: 100, number: $0) }
    #expect(trials.map(\.seed) == [UInt64(Int.max), 0, 1])
    let first = try trials.map { try Self.heads(Self.workload($0), 1)[0] }
    #expect(Set(first).count == 3)
  }

  @Test func `a mix has the weights that were asked for`() throws {
    let workload = try Self.workload(Self.plan(.cache, Mix("record=80,list=15,search=5")))
    var counts: [LoadTesting.Operation: Int] = [:]
    for number in 0..<20_000 { counts[workload.call(number).key.operation, default: 0] += 1 }
    // Four standard deviations: √(20,000 · p · (1 − p)).
    #expect(abs((counts[.record] ?? 0) - 16_000) < 227)
    #expect(abs((counts[.list] ?? 0) - 3_000) < 202)
    #expect(abs((counts[.search] ?? 0) - 1_000) < 124)
  }

  @Test func `requests ask for the records, lists and names of the catalogue`() throws {
    let records = try Self.workload(Self.plan(.cache, nil, .sequential))
    #expect(records.parts[0].keyCount == 260)
    let heads = Set(Self.heads(records, 260))
    #expect(heads.count == 260)
    #expect(heads.isSuperset(of: ["GET /people/1", "GET /films/6"]))
    #expect(Self.service(records.call(0)) == "holocron.cache")

    let lists = try Self.workload(Self.plan(.fetch, Mix("list=1"), .sequential))
    #expect(Set(Self.heads(lists, 40)).isSuperset(of: ["GET /people", "GET /people?page=9", "GET /films"]))
    #expect(!Self.heads(lists, 40).contains("GET /people?page=10"))
    #expect(Self.service(lists.call(0)) == "holocron.fetch")

    let searches = try Self.workload(Self.plan(.search, nil, .sequential))
    #expect(Self.heads(searches, 300).contains("GET /search?q=Luke%20Skywalker"))
    #expect(Self.service(searches.call(0)) == "holocron.search")
    let atFetcher = try Self.workload(Self.plan(.fetch, Mix("search=1"), .sequential))
    #expect(Self.heads(atFetcher, 300).contains("GET /people?search=Luke%20Skywalker"))
  }

  @Test(arguments: ["record", "list", "search", "suggest"]) func `unique keys never repeat, nor do those of a run with another seed`(
    operation: String
  ) throws {
    var plan = Self.plan(.cache, Mix("\(operation)=1"), .unique)
    let first = Self.heads(try Self.workload(plan), 1_000)
    plan.seed = 43
    let second = Self.heads(try Self.workload(plan), 1_000)
    #expect(Set(first + second).count == 2_000)
    #expect(try Self.workload(plan).call(3).isUnique)
  }

  @Test func `requests without a key are all the same, whatever the order of keys`() throws {
    let workload = try Self.workload(Self.plan(.echo, nil, .unique))
    #expect(Set(Self.heads(workload, 100)) == ["GET /echo"])
  }

  @Test func `keys from a file replace those of the catalogue`() throws {
    let keys = KeyFile.keys("# people\npeople/1\r\n\n  people/2  \n/films?page=1\nGET /people/3\n")
    #expect(keys == ["people/1", "people/2", "/films?page=1", "GET /people/3"])
    #expect(KeyFile.keys("\u{FEFF}people/1\n\u{FEFF}") == ["people/1", "\u{FEFF}"])
    let workload = try Self.workload(Self.plan(.cache, nil, .sequential), keys: keys)
    #expect(Self.heads(workload, 5) == ["GET /people/1", "GET /people/2", "GET /films?page=1", "GET /people/3", "GET /people/1"])
    let problem = #expect(throws: Problem.self) { try Self.workload(Self.plan(.cache), keys: ["luke"]) }
    #expect(problem?.detail?.contains("'luke'") == true)
    #expect(problem?.detail?.contains("such as people/1") == true)
  }

  @Test func `a template has the key in its place`() throws {
    var plan = Self.plan(.service("example.greeter"), nil, .sequential)
    plan.template = RequestTemplate(service: "example.greeter", head: "GET /greeting?name={key}")
    let workload = try Self.workload(plan, keys: ["Leia", "R2 D2", "a/b"])
    #expect(Self.heads(workload, 3) == ["GET /greeting?name=Leia", "GET /greeting?name=R2%20D2", "GET /greeting?name=a%2Fb"])
    #expect(Self.service(workload.call(0)) == "example.greeter")

    plan.target = .http("http://127.0.0.1:1138/api/{key}/")
    plan.template = try RequestTemplate(url: "http://127.0.0.1:1138/api/{key}/")
    #expect(try Self.heads(Self.workload(plan), 300).contains("GET http://127.0.0.1:1138/api/people/1/"))
    plan.template = try RequestTemplate(url: "http://127.0.0.1:1138/api/people/1/")
    #expect(try Set(Self.heads(Self.workload(plan), 10)).count == 1)
  }

  @Test(arguments: ["", "GET", "/people/1", "get /people/1", "GET people/1", "GET /people/1 HTTP/1.1", "GET /%zz"])
  func `a head needs a method and a target`(head: String) {
    #expect(RequestTemplate(service: "a", head: head) == nil)
  }

  @Test(arguments: ["", "record", "record=", "record=0", "record=1,record=2", "records=1", "record=1,", "record=-1"])
  func `an invalid mix is refused`(text: String) {
    #expect(Mix(text) == nil)
  }

  @Test func `the catalogue knows the bodies of its records`() throws {
    var plan = Self.plan(.cache)
    plan.fileKeys = ["people/1", "people/999999", "/films"]
    let bodies = try WorkloadBuilder(plan: plan, catalogue: .standard, echoService: "").catalogueBodies()
    #expect(bodies.keys.map(\.index) == [0])
    #expect(bodies.values.first.map { String(decoding: $0, as: UTF8.self).contains("Luke Skywalker") } == true)
  }
}
