internal import CTags
import Glibc

/// The only caller of TagLib, with an interface of descriptors and values.
enum TagLibrary {
  /// The most bytes of all tags of a file together.
  private static let maximumBytes = 64 << 20

  private final class Collected {
    var items: [TagItem] = []
    var bytes = 0
  }

  static func items(_ descriptor: Int32, _ format: tritone_tag_format) throws(TagWriteError)
    -> [TagItem]
  {
    let collected = Collected()
    let status = tritone_tags_list(
      descriptor, format,
      { context, name, value, count, isText in
        guard let context, let name else { return }
        let collected = Unmanaged<Collected>.fromOpaque(context).takeUnretainedValue()
        collected.bytes += count
        guard collected.bytes <= TagLibrary.maximumBytes else { return }
        collected.items.append(
          TagItem(
            String(cString: name), Array(UnsafeBufferPointer(start: value, count: count)),
            isText: isText))
      }, Unmanaged.passUnretained(collected).toOpaque())
    try check(status)
    guard collected.bytes <= maximumBytes else { throw .unclear("its tags are too large") }
    return collected.items
  }

  static func set(
    _ changes: [TagChange], _ descriptor: Int32, _ format: tritone_tag_format
  ) throws(TagWriteError) {
    let texts = changes.map { (strdup($0.name), strdup($0.new)) }
    defer {
      for (name, value) in texts {
        free(name)
        free(value)
      }
    }
    let settings = texts.map { tritone_tag_setting(name: $0.0, value: $0.1) }
    try check(tritone_tags_set(descriptor, format, settings, settings.count))
  }

  /// Gives a file without tags its tags and a cover; settings of one name are values of one tag.
  static func fill(
    _ descriptor: Int32, _ format: tritone_tag_format, _ settings: [TagSetting],
    _ cover: CoverPicture?
  ) throws(TagWriteError) {
    let texts = settings.map { (strdup($0.name), strdup($0.value)) }
    defer {
      for (name, value) in texts {
        free(name)
        free(value)
      }
    }
    let values = texts.map { tritone_tag_setting(name: $0.0, value: $0.1) }
    guard let cover else {
      return try check(tritone_tags_fill(descriptor, format, values, values.count, nil))
    }
    let status = cover.bytes.withUnsafeBufferPointer { bytes in
      var picture = tritone_tag_picture(
        data: bytes.baseAddress, count: bytes.count, is_png: cover.mimeType == "image/png",
        width: Int32(clamping: cover.width), height: Int32(clamping: cover.height))
      return tritone_tags_fill(descriptor, format, values, values.count, &picture)
    }
    try check(status)
  }

  private static func check(_ status: tritone_tags_status) throws(TagWriteError) {
    switch status.code {
    case TRITONE_TAGS_DONE: return
    case TRITONE_TAGS_SYSTEM: throw TagWriteError(errno: status.error)
    case TRITONE_TAGS_LIMIT: throw .unclear("its tags are larger than any real ones")
    case TRITONE_TAGS_MEMORY: throw .failed(code: ENOMEM)
    default: throw .unclear("TagLib cannot take its tags apart")
    }
  }
}
