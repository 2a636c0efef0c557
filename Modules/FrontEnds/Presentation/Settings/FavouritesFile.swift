public import MessageBus
public import Models
import OrderedJSON
public import Platform

/// The file of the favourites, which all front-ends share: `holocron/favourites.json` in XDG_DATA_HOME (~/.local/share). Favourites are records of
/// any kind, each once, in the order in which they were added.
///
/// The file is one JSON object, `{"favourites": [{"record": "people/1"}, …]}`; other members, of the object and of its entries, are kept. Each call
/// reads the file, because other programs may have changed it. Changes of several programs wait for one another, for up to a second, and a reader
/// sees the file before or after a change. A file that cannot be read is an error, and never overwritten. Calls block the thread.
public struct FavouritesFile: Sendable {
  public let path: String

  /// The maximum number of favourites.
  public static let maxCount = 1_000
  private static let maxSize = 256 << 10
  private static let patience = Duration.seconds(1)

  public init(path: String) { self.path = path }

  /// `nil` without a data folder, as for a user without a home folder.
  public init?(environment: Environment) {
    guard let folder = XDGFolders(environment).data else { return nil }
    self.init(path: "\(folder)/favourites.json")
  }

  /// The decoded file.
  private struct Contents {
    var members = JSON.Object()
    var entries: [(reference: Reference, json: JSON)] = []

    var references: [Reference] { entries.map(\.reference) }
  }

  /// Returns the favourites; none if the file does not exist. Throws a 500 that names the file and the error.
  public func read() throws(Problem) -> [Reference] {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: Self.maxSize) } catch {
      if error.isMissing { return [] }
      throw cannotRead(error.reason)
    }
    return try contents(bytes).references
  }

  /// Adds a record, or removes it. Returns all favourites, and whether that was a change; without one, the file is not written. Throws a 409 if
  /// there are ``maxCount`` favourites already, and a 500 that names the file and the error.
  @discardableResult
  public func set(_ reference: Reference, isFavourite: Bool) throws(Problem) -> (favourites: [Reference], isChanged: Bool) {
    do {
      if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
      guard let update = try FileUpdate.begin(path, within: Self.patience) else {
        throw cannotWrite("another program is changing the file; try again")
      }
      let old: [UInt8]?
      do { old = try update.contents(upTo: Self.maxSize) } catch { throw cannotRead(error.reason) }
      var contents = Contents()
      if let old { contents = try self.contents(old) }
      guard contents.references.contains(reference) != isFavourite else { return (contents.references, false) }
      if isFavourite {
        contents.entries.append((reference, ["record": .string(reference.description)]))
      } else {
        contents.entries.removeAll { $0.reference == reference }
      }
      contents.members["favourites"] = .array(contents.entries.map(\.json))
      let bytes = JSON.object(contents.members).bytes(.indented) + Array("\n".utf8)
      guard contents.entries.count <= Self.maxCount, bytes.count <= Self.maxSize else {
        let detail = "there are \(Self.maxCount) favourites already, which is the maximum; remove one first"
        throw Problem(409, "too many favourites", detail: detail)
      }
      try update.commit(bytes)
      return (contents.references, true)
    } catch let problem as Problem { throw problem } catch let error as SystemError { throw cannotWrite(error.reason) } catch {
      throw cannotWrite("\(error)")
    }
  }

  /// Decodes the file. A record that is listed twice counts once.
  private func contents(_ bytes: [UInt8]) throws(Problem) -> Contents {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw cannotRead("\(error)") }
    guard let members = json.object, let list = (members["favourites"] ?? []).array, list.count <= Self.maxCount else {
      throw cannotRead(Self.expected)
    }
    var contents = Contents(members: members)
    var seen: Set<Reference> = []
    for entry in list {
      guard let reference = entry["record"]?.string.flatMap({ Reference($0) }) else { throw cannotRead(Self.expected) }
      if seen.insert(reference).inserted { contents.entries.append((reference, entry)) }
    }
    return contents
  }

  private static let expected = "expected {\"favourites\": [{\"record\": \"people/1\"}, …]} with at most \(maxCount) records"

  private func cannotRead(_ reason: String) -> Problem {
    Problem(500, "cannot read the favourites", detail: "cannot read the favourites in \(path): \(reason); correct or remove the file")
  }

  private func cannotWrite(_ reason: String) -> Problem {
    Problem(500, "cannot save the favourites", detail: "cannot save the favourites in \(path): \(reason)")
  }
}

extension FavouritesFile {
  /// Returns the favourites in the order in which they were added.
  package func favourites() async throws(Problem) -> [Reference] { try await onThread { () throws(Problem) in try read() } }

  /// Adds or removes a favourite and returns all of them.
  package func setFavourite(_ reference: Reference, _ isFavourite: Bool) async throws(Problem) -> [Reference] {
    try await onThread { () throws(Problem) in try set(reference, isFavourite: isFavourite).favourites }
  }

  /// Runs `body` on a thread of its own, because it may wait for another program.
  private func onThread(_ body: @escaping @Sendable () throws(Problem) -> [Reference]) async throws(Problem) -> [Reference] {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<[Reference], Problem>, Never>) in
      do throws(SystemError) { try BackgroundThread.start { continuation.resume(returning: Result(catching: body)) } } catch {
        continuation.resume(returning: .failure(cannotRead("no thread can be started: \(error.reason)")))
      }
    }
    return try result.get()
  }
}
