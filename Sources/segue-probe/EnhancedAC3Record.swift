/// The `dec3` record of an E-AC-3 track (ETSI TS 102 366 annex F.6), as far as libavformat does not give it.
struct EnhancedAC3Record: Hashable {
    /// Whether the stream carries Atmos objects: the flag for extension type A (joint object coding) that follows the
    /// substreams. A record that ends before it has none.
    let carriesObjects: Bool

    /// Reads a record; `nil` when it ends inside its substreams.
    init?(_ bytes: [UInt8]) {
        var bits = BitReader(bytes)
        guard bits.read(13) != nil, let independent = bits.read(3) else { return nil }
        for _ in 0...independent {
            // Rate, stream identification, service, mode and low frequency channel.
            guard bits.read(19) != nil, let dependent = bits.read(4), bits.read(dependent > 0 ? 9 : 1) != nil else {
                return nil
            }
        }
        carriesObjects = bits.read(7) != nil && bits.read(1) == 1
    }
}
