// Inline functions for variadic SQLite functions, which Swift cannot call.
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

// Turns triggers and views off, so that nothing that a file brings along runs; returns 0, or
// SQLite's code.
static inline int tritone_sqlite_disarm(void *database) {
    int code = sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    if (code) return code;
    return sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

#endif
