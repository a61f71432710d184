@main
struct SegueProbe {
    static func main() async {}
}
