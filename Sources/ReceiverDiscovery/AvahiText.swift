import AirPlayReceivers
import CAvahi
import Glibc

/// Between Avahi's strings and ours.
enum AvahiText {
    /// The characters of a C string, the final zero as well.
    static func characters(_ text: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    /// The text of characters up to the first zero.
    static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A TXT record in wire order. (`avahi-browse` prints the same list back to front.)
    static func record(_ list: UnsafeMutablePointer<AvahiStringList>?) -> TXTRecord {
        var entries: [[UInt8]] = []
        var next = list
        while let string = next {
            let size = avahi_string_list_get_size(string)
            if let text = avahi_string_list_get_text(string) {
                entries.append(Array(UnsafeBufferPointer(start: text, count: size)))
            }
            next = avahi_string_list_get_next(string)
        }
        return TXTRecord(entries: entries)
    }

    /// The list for a TXT record, to be freed by the caller; `nil` for an empty one. Avahi's lists grow at the head, here
    /// and once more in the daemon, so that the order comes out as given.
    ///
    /// Empty strings, which say nothing (RFC 6763 section 6.1), are left out: the daemon of Avahi 0.8 ends when it is given one,
    /// and everything that it published with it.
    static func list(_ txt: TXTRecord) -> UnsafeMutablePointer<AvahiStringList>? {
        var list: UnsafeMutablePointer<AvahiStringList>?
        for entry in txt.entries where !entry.isEmpty {
            list = avahi_string_list_add_arbitrary(list, entry, entry.count)
        }
        return list
    }

    /// An address as text, a link-local one with its interface, without which it cannot be reached; `nil` for one that is none.
    static func address(_ address: UnsafePointer<AvahiAddress>, on interface: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(AVAHI_ADDRESS_STR_MAX) + 1)
        guard avahi_address_snprint(&buffer, buffer.count, address) != nil else { return nil }
        let text = text(buffer)
        return text.hasPrefix("fe80:") ? "\(text)%\(interface)" : text
    }
}
