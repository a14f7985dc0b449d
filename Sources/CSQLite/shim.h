// Inline functions for those that Swift cannot call: variadic ones of SQLite, and of libdispatch
// what manages memory.
#ifndef TRITONE_CSQLITE_SHIM_H
#define TRITONE_CSQLITE_SHIM_H

#include <sqlite3.h>

// Forbids SQL that could damage a database file, and functions with side effects in its schema
// (sqlite.org/c3ref/c_dbconfig_defensive.html); returns 0, or SQLite's code.
static inline int tritone_sqlite_distrust(void *database) {
    int code = sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code) return code;
    return sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

// Turns the triggers of the file on or off; statements are prepared anew at their next use. Returns
// 0, or SQLite's code.
static inline int tritone_sqlite_set_triggers(void *database, int areOn) {
    return sqlite3_db_config(
        (sqlite3 *)database, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn, (int *)0);
}

// Turns triggers and views off, so that nothing that a file brings along runs; returns 0, or
// SQLite's code.
static inline int tritone_sqlite_disarm(void *database) {
    int code = tritone_sqlite_set_triggers(database, 0);
    if (code) return code;
    return sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

// Leaves out SQLite's count of its own memory, which takes a lock at each allocation; has no effect
// once SQLite has begun.
static inline void tritone_sqlite_count_no_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Keeps the queue of libdispatch that the caller is on from being disposed of. Its specifics would
// be, on a global queue, from whose first use on libdispatch wakes the process once a second.
static inline void tritone_keep_queue(void) {
    extern void *tritone_current_queue(void) __asm__("dispatch_get_current_queue");
    extern void tritone_retain_queue(void *) __asm__("dispatch_retain");
    tritone_retain_queue(tritone_current_queue());
}

#endif
