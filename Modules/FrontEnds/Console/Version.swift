/// The version of `holocron` and `holocron-tui`.
public enum Version {
  public static let number = "0.2.0"
}
