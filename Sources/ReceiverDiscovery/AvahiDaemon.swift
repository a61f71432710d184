import CAvahi
import Foundation

/// The Avahi daemon, asked for itself.
package struct AvahiDaemon: Sendable, Hashable {
    /// Its version, such as `avahi 0.8`.
    package var version: String
    /// The host name it publishes, such as `studio.local`.
    package var hostName: String
    /// Whether it is ready: it is not while it looks for a host name that nobody else has.
    package var isRunning: Bool

    /// Asks the daemon, on a thread of its own since that blocks.
    ///
    /// - Throws: ``DiscoveryError`` when it cannot be reached.
    package static func ask() async throws(DiscoveryError) -> AvahiDaemon {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<AvahiDaemon, DiscoveryError>, Never>) in
            Thread.detachNewThread { @Sendable in
                do throws(DiscoveryError) {
                    continuation.resume(returning: .success(try askNow()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private static func askNow() throws(DiscoveryError) -> AvahiDaemon {
        try AvahiConversation.hold(AvahiStop(), ignoreState, nil) { client, _ in
            AvahiDaemon(
                version: avahi_client_get_version_string(client).map { String(cString: $0) } ?? "of unknown version",
                hostName: avahi_client_get_host_name_fqdn(client).map { String(cString: $0) } ?? "-",
                isRunning: avahi_client_get_state(client) == AVAHI_CLIENT_S_RUNNING)
        }
    }
}

private func ignoreState(_ client: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?) {}
