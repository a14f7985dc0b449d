// What Swift cannot call of SQLite, since it is variadic.
#ifndef TRITONE_CSQLITE_SHIM_H
#define TRITONE_CSQLITE_SHIM_H

#include <sqlite3.h>

// Forbids what could damage a database file by SQL, and functions with side effects in its schema
// (sqlite.org/c3ref/c_dbconfig_defensive.html); 0, or SQLite's code.
static inline int tritone_sqlite_distrust(void *database) {
    int code = sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code) return code;
    return sqlite3_db_config((sqlite3 *)database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

#endif
