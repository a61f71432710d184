#if canImport(MediaPlayer) && canImport(AVFoundation)
    import AVFoundation
    import Foundation
    import MediaPlayer

    /// Writes a log of what an app publishes around breaks, for `segue nowplaying check`.
    ///
    /// ```swift
    /// let recorder = try NowPlayingRecorder(url: logURL)
    /// recorder.follow(player)
    /// recorder.note(.start)
    /// // …
    /// recorder.note(.dismissal)
    /// recorder.stop()
    /// ```
    @MainActor
    public final class NowPlayingRecorder {
        /// What an app does that has to be published.
        public enum Event: String {
            case start, play, pause, seek, breakStart, breakEnd, completion, dismissal
        }

        private let file: FileHandle
        private let begin = ProcessInfo.processInfo.systemUptime
        private let session: String?
        private let center: MPNowPlayingInfoCenter
        private let commandCenter: MPRemoteCommandCenter
        private weak var player: AVPlayer?
        private var observations: [NSKeyValueObservation] = []
        private var tokens: [NSObjectProtocol] = []
        private var timer: Timer?
        private var lastInfo: NSDictionary?
        private var lastCommands: [String: [String: AnyHashable]] = [:]
        private var handlers: [String: Int] = [:]
        private var currentBreak: String?

        /// Begins a log.
        ///
        /// - Parameters:
        ///   - url: Where the log goes; a file that is there is replaced.
        ///   - session: A name, for apps with several `MPNowPlayingSession`s.
        ///   - center: The center of that session; `nil` for the app's only one.
        ///   - commandCenter: The command center of that session; `nil` for the app's only one.
        public init(
            url: URL, session: String? = nil, center: MPNowPlayingInfoCenter? = nil,
            commandCenter: MPRemoteCommandCenter? = nil
        ) throws {
            try Data().write(to: url)
            file = try FileHandle(forWritingTo: url)
            self.session = session
            self.center = center ?? .default()
            self.commandCenter = commandCenter ?? .shared()
            // The center tells nobody of changes, so it is looked at often; only changes are written.
            let timer = Timer(timeInterval: 0.05, repeats: true) { [weak self] _ in
                MainActor.assumeIsolated { self?.look() }
            }
            RunLoop.main.add(timer, forMode: .common)
            self.timer = timer
        }

        /// Writes pauses, plays, breaks and the end of a player's item by itself. Starts, seeks and dismissals stay the
        /// app's to note.
        public func follow(_ player: AVPlayer) {
            self.player = player
            observations.append(
                player.observe(\.timeControlStatus, options: [.old, .new]) { [weak self] player, _ in
                    MainActor.assumeIsolated { self?.statusChanged(player) }
                })
            let monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
            tokens.append(
                NotificationCenter.default.addObserver(
                    forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: monitor,
                    queue: .main
                ) { [weak self] _ in
                    MainActor.assumeIsolated { self?.breakChanged(monitor.currentEvent?.identifier) }
                })
            tokens.append(
                NotificationCenter.default.addObserver(
                    forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
                ) { [weak self] _ in MainActor.assumeIsolated { self?.note(.completion) } })
        }

        /// Writes an event with the position of the player that is followed.
        ///
        /// - Parameter position: Where the programme stands afterwards, in seconds; `nil` to ask the player.
        public func note(_ event: Event, position: Double? = nil, breakID: String? = nil) {
            look()
            var line: [String: Any] = ["event": event.rawValue]
            if let breakID { line["break"] = breakID }
            if let position = position ?? self.position { line["position"] = position }
            if let date = player?.currentItem?.currentDate() { line["date"] = Self.text(date) }
            write(line)
        }

        /// Writes how many handlers a command has. `MPRemoteCommand` does not tell, so the app says it where it adds and
        /// removes targets.
        public func noteHandlers(_ count: Int, of command: MPRemoteCommand) {
            guard let name = commands.first(where: { $0.1 === command })?.0 else { return }
            handlers[name] = count
            look()
        }

        /// Writes that the session became the active one, or ceased to be it.
        public func noteActive(_ isActive: Bool, isFullScreen: Bool) {
            write(["active": isActive, "fullScreen": isFullScreen])
        }

        /// Ends the log.
        public func stop() {
            look()
            timer?.invalidate()
            observations = []
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            tokens = []
            try? file.close()
        }

        private var position: Double? {
            guard let time = player?.currentTime(), time.isNumeric else { return nil }
            return time.seconds
        }

        private func statusChanged(_ player: AVPlayer) {
            guard currentBreak == nil else { return }
            switch player.timeControlStatus {
            case .paused: note(.pause)
            case .playing: note(.play)
            default: break
            }
        }

        private func breakChanged(_ identifier: String?) {
            if let identifier {
                note(.breakStart, breakID: identifier)
            } else if let currentBreak {
                note(.breakEnd, breakID: currentBreak)
            }
            currentBreak = identifier
        }

        private func look() {
            let info = center.nowPlayingInfo as NSDictionary?
            if info != lastInfo {
                lastInfo = info
                write(["nowPlaying": info.map(Self.values) ?? NSNull()])
            }
            var changed: [String: Any] = [:]
            for (name, command) in commands {
                var state: [String: AnyHashable] = ["enabled": command.isEnabled, "handlers": handlers[name] ?? 0]
                if let skip = command as? MPSkipIntervalCommand {
                    state["preferredIntervals"] = skip.preferredIntervals as [NSNumber]
                }
                if state != lastCommands[name], lastCommands[name] != nil || handlers[name] != nil {
                    changed[name] = state
                    lastCommands[name] = state
                }
            }
            if !changed.isEmpty { write(["commands": changed]) }
        }

        private var commands: [(String, MPRemoteCommand)] {
            [
                ("play", commandCenter.playCommand), ("pause", commandCenter.pauseCommand),
                ("stop", commandCenter.stopCommand), ("togglePlayPause", commandCenter.togglePlayPauseCommand),
                ("skipForward", commandCenter.skipForwardCommand), ("skipBackward", commandCenter.skipBackwardCommand),
                ("seekForward", commandCenter.seekForwardCommand), ("seekBackward", commandCenter.seekBackwardCommand),
                ("changePlaybackPosition", commandCenter.changePlaybackPositionCommand),
                ("changePlaybackRate", commandCenter.changePlaybackRateCommand),
                ("nextTrack", commandCenter.nextTrackCommand), ("previousTrack", commandCenter.previousTrackCommand),
            ]
        }

        /// The names of Apple's constants, whose texts at run time are others.
        private static let names: [String: String] = [
            MPMediaItemPropertyPlaybackDuration: "MPMediaItemPropertyPlaybackDuration",
            MPMediaItemPropertyTitle: "MPMediaItemPropertyTitle",
            MPNowPlayingInfoPropertyElapsedPlaybackTime: "MPNowPlayingInfoPropertyElapsedPlaybackTime",
            MPNowPlayingInfoPropertyPlaybackRate: "MPNowPlayingInfoPropertyPlaybackRate",
            MPNowPlayingInfoPropertyDefaultPlaybackRate: "MPNowPlayingInfoPropertyDefaultPlaybackRate",
            MPNowPlayingInfoPropertyIsLiveStream: "MPNowPlayingInfoPropertyIsLiveStream",
            MPNowPlayingInfoPropertyPlaybackProgress: "MPNowPlayingInfoPropertyPlaybackProgress",
            MPNowPlayingInfoPropertyCurrentPlaybackDate: "MPNowPlayingInfoPropertyCurrentPlaybackDate",
            MPNowPlayingInfoPropertyExternalContentIdentifier: "MPNowPlayingInfoPropertyExternalContentIdentifier",
            MPNowPlayingInfoPropertyServiceIdentifier: "MPNowPlayingInfoPropertyServiceIdentifier",
            MPNowPlayingInfoPropertyMediaType: "MPNowPlayingInfoPropertyMediaType",
        ]

        private static func values(of info: NSDictionary) -> [String: Any] {
            var values: [String: Any] = [:]
            for (key, value) in info {
                guard let key = key as? String else { continue }
                switch value {
                case let date as Date: values[names[key] ?? key] = text(date)
                // A duration that is not known is NaN, which JSON does not have.
                case let value as NSNumber:
                    values[names[key] ?? key] = value.doubleValue.isFinite ? value : "\(value)" as Any
                case let value as String: values[names[key] ?? key] = value
                // Pictures and the like are named, not written.
                default: values[names[key] ?? key] = ["type": String(describing: type(of: value))]
                }
            }
            return values
        }

        private static func text(_ date: Date) -> String {
            let formatter = ISO8601DateFormatter()
            formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
            return formatter.string(from: date)
        }

        private func write(_ content: [String: Any]) {
            var line = content
            line["time"] = (ProcessInfo.processInfo.systemUptime - begin)
            if let session { line["session"] = session }
            guard JSONSerialization.isValidJSONObject(line) else { return }
            guard let data = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys]) else { return }
            try? file.write(contentsOf: data + Data("\n".utf8))
        }
    }
#endif
