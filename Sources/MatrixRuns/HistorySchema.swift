import GRDB

/// The tables of `history.sqlite` and how they came to be. A migration that was released is never changed.
enum HistorySchema {
    /// `SGUE`: tells the file from any other SQLite database (SQLite file format 1.3.17).
    static let applicationID = 0x5347_5545

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: first)
        }
        migrator.registerMigration("2") { db in try db.execute(sql: second) }
        migrator.registerMigration("3") { db in try db.execute(sql: third) }
        return migrator
    }

    /// Texts that many rows share are rows of their own: a night over unchanged assets adds little but its cells.
    private static let first = """
        CREATE TABLE document (
            digest TEXT PRIMARY KEY,
            body TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            started TEXT NOT NULL,
            ended TEXT,
            state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')),
            baseline INTEGER REFERENCES run(id),
            tool TEXT NOT NULL,
            program TEXT NOT NULL,
            rules TEXT NOT NULL,
            costs TEXT NOT NULL,
            inputs TEXT NOT NULL,
            failOn TEXT NOT NULL,
            setup TEXT NOT NULL REFERENCES document(digest)
        );

        CREATE TABLE receiver (
            id INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            body TEXT NOT NULL
        );
        CREATE INDEX receiverByName ON receiver(name);

        CREATE TABLE runReceiver (
            run INTEGER NOT NULL REFERENCES run(id),
            receiver INTEGER NOT NULL REFERENCES receiver(id),
            isPresent INTEGER NOT NULL,
            isFirst INTEGER NOT NULL,
            pass INTEGER, failing INTEGER, open INTEGER, medianP95 INTEGER, worstP95 INTEGER,
            PRIMARY KEY (run, receiver)
        ) WITHOUT ROWID;

        CREATE TABLE runEntry (
            run INTEGER NOT NULL REFERENCES run(id),
            place INTEGER NOT NULL,
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            revision TEXT,
            body TEXT REFERENCES document(digest),
            PRIMARY KEY (run, place)
        ) WITHOUT ROWID;

        CREATE TABLE step (
            run INTEGER NOT NULL REFERENCES run(id),
            place INTEGER NOT NULL,
            PRIMARY KEY (run, place)
        ) WITHOUT ROWID;

        CREATE TABLE checkedEntry (
            revision TEXT PRIMARY KEY,
            body TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE place (
            id INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            primaryName TEXT NOT NULL,
            event TEXT NOT NULL,
            position TEXT NOT NULL,
            body TEXT NOT NULL
        );
        CREATE INDEX placeByName ON place(primaryName, event, position);

        CREATE TABLE judgement (
            id INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            band TEXT NOT NULL,
            p50 INTEGER,
            p95 INTEGER,
            failure TEXT NOT NULL,
            body TEXT NOT NULL
        );

        CREATE TABLE judged (
            inputs TEXT PRIMARY KEY,
            judgement INTEGER NOT NULL REFERENCES judgement(id)
        ) WITHOUT ROWID;

        CREATE TABLE note (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL UNIQUE
        );

        CREATE TABLE cell (
            run INTEGER NOT NULL REFERENCES run(id),
            place INTEGER NOT NULL REFERENCES place(id),
            receiver INTEGER NOT NULL REFERENCES receiver(id),
            outcome INTEGER NOT NULL,
            judgement INTEGER REFERENCES judgement(id),
            note INTEGER REFERENCES note(id),
            attempts INTEGER REFERENCES note(id),
            since INTEGER NOT NULL,
            lastGood INTEGER,
            firstBad INTEGER,
            PRIMARY KEY (run, place, receiver)
        ) WITHOUT ROWID;

        CREATE TABLE measurement (
            id INTEGER PRIMARY KEY,
            run INTEGER NOT NULL,
            primaryName TEXT NOT NULL,
            event TEXT NOT NULL,
            position TEXT NOT NULL,
            receiver TEXT NOT NULL,
            milliseconds INTEGER NOT NULL,
            source TEXT NOT NULL
        );
        CREATE INDEX measurementByCell ON measurement(primaryName, event, position, receiver);
        """

    /// What was measured with all that was said of it. No program has written the table of the first edition.
    private static let second = """
        DROP TABLE measurement;
        CREATE TABLE measurement (
            id INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            run INTEGER NOT NULL,
            primaryName TEXT NOT NULL,
            event TEXT NOT NULL,
            position TEXT NOT NULL,
            receiver TEXT NOT NULL,
            body TEXT NOT NULL
        );
        CREATE INDEX measurementByCell ON measurement(primaryName, event, position, receiver);
        """

    /// What a run is over. Ids of receivers have no slash, those of classes do: `smart-tv/low`.
    private static let third = """
        ALTER TABLE run ADD COLUMN subject TEXT NOT NULL DEFAULT 'receivers';
        ALTER TABLE run ADD COLUMN tags TEXT NOT NULL DEFAULT '';
        UPDATE run SET subject = 'classes' WHERE id NOT IN
        (SELECT run FROM runReceiver JOIN receiver ON receiver.id = receiver WHERE name NOT LIKE '%_/_%');
        """
}
