import Databases
import FoundationEssentials
import GRDB
import Models
import OrderedJSON

extension IndexStore {
  /// The saved image of an origin's index, and the records changed since it was saved.
  struct Image: Sendable {
    let origin: String?
    let bytes: [UInt8]
    /// The canonical JSON of the records written later.
    var changed: [[UInt8]] = []
    /// The records removed later.
    var removed: Set<Reference> = []
    let counts: [KindName: Int]
    let revision: Int64
  }

  /// Size in bytes of the parts of an image: a fraction of the largest value that SQLite stores.
  private static let partBytes = 16 << 20

  /// Returns the image of `origin`, or of the origin used last if `origin` is `nil`; `nil` if there is none or it is damaged.
  func image(of origin: String?) async throws(StorageError) -> Image? {
    try await database.read { [maxBytes] db in
      let origin = try origin ?? db.lastOrigin() ?? ""
      guard let bytes = try db.imageBytes(of: origin, atMost: maxBytes) else { return nil }
      var image = Image(
        origin: origin.isEmpty ? nil : origin, bytes: bytes, counts: try db.counts(of: origin), revision: try db.revision(of: origin))
      guard try db.addChanges(to: &image, of: origin, atMost: maxBytes) else { return nil }
      return image
    }
  }

  /// Replaces the image of an origin, if the origin's records still have this revision. Returns whether they have.
  func save(_ image: [UInt8], of origin: String?, revision: Int64) async throws(StorageError) -> Bool {
    let origin = origin ?? ""
    return try await database.write { db in
      guard try db.revision(of: origin) == revision else { return false }
      try db.removeImage(of: origin)
      for (part, start) in stride(from: 0, to: image.count, by: Self.partBytes).enumerated() {
        let bytes = Array(image[start..<min(start + Self.partBytes, image.count)])
        try db.execute(
          sql: "INSERT INTO images (origin, part, bytes, checksum) VALUES (?, ?, ?, ?)",
          arguments: [origin, part, Data(bytes), IndexRow.checksum(origin, "image \(image.count)", part, bytes)])
      }
      return true
    }
  }
}

extension Database {
  func hasImage(of origin: String) throws -> Bool {
    try DatabaseValue.fetchOne(self, sql: "SELECT 1 FROM images WHERE origin = ? LIMIT 1", arguments: [origin]) != nil
  }

  func removeImage(of origin: String) throws {
    for table in ["images", "image_changes"] { try execute(sql: "DELETE FROM \(table) WHERE origin = ?", arguments: [origin]) }
  }

  func addImageChange(_ reference: Reference, of origin: String) throws {
    try cachedStatement(sql: "INSERT OR IGNORE INTO image_changes (origin, kind, id) VALUES (?, ?, ?)").execute(
      arguments: [origin, reference.kind.text, reference.id])
  }

  /// Returns the bytes of an image; `nil` if there is none, it is larger than `limit`, or a part is damaged or missing.
  fileprivate func imageBytes(of origin: String, atMost limit: Int) throws -> [UInt8]? {
    let size = try DatabaseValue.fetchOne(self, sql: "SELECT sum(length(bytes)) FROM images WHERE origin = ?", arguments: [origin])
    guard let size = size.flatMap({ Int.fromDatabaseValue($0) }), (0...limit).contains(size) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    let rows = try Row.fetchCursor(
      self, sql: "SELECT part, bytes, checksum FROM images WHERE origin = ? ORDER BY part", arguments: [origin])
    while let row = try rows.next() {
      guard let part = Int.fromDatabaseValue(row[0] as DatabaseValue), let data = Data.fromDatabaseValue(row[1] as DatabaseValue),
        Int64.fromDatabaseValue(row[2] as DatabaseValue) == IndexRow.checksum(origin, "image \(size)", part, [UInt8](data))
      else { return nil }
      bytes += data
    }
    return bytes
  }

  /// Adds the records written or removed after the image. Returns `false` if a row is damaged, or the records exceed `limit` bytes in all.
  fileprivate func addChanges(to image: inout IndexStore.Image, of origin: String, atMost limit: Int) throws -> Bool {
    var bytes = 0
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT kind, id, body, checksum FROM image_changes LEFT JOIN records USING (origin, kind, id) WHERE image_changes.origin = ?
        """, arguments: [origin])
    while let row = try rows.next() {
      guard let kind = String.fromDatabaseValue(row[0] as DatabaseValue), let id = Int.fromDatabaseValue(row[1] as DatabaseValue),
        let name = KindName(kind)
      else { return false }
      let body = row[2] as DatabaseValue
      if body.isNull {
        image.removed.insert(Reference(name, id))
      } else {
        guard let data = Data.fromDatabaseValue(body), data.count <= IndexStore.maxRecordBytes, bytes + data.count <= limit,
          Int64.fromDatabaseValue(row[3] as DatabaseValue) == IndexRow.checksum(origin, kind, id, [UInt8](data))
        else { return false }
        bytes += data.count
        image.changed.append([UInt8](data))
      }
    }
    return true
  }
}
