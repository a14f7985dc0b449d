"""PostgreSQL's own client library, without a package for Python."""
import ctypes

LIBRARY = ctypes.CDLL("libpq.so.5")
for name, result, arguments in [
        ("PQconnectdb", ctypes.c_void_p, [ctypes.c_char_p]),
        ("PQstatus", ctypes.c_int, [ctypes.c_void_p]),
        ("PQerrorMessage", ctypes.c_char_p, [ctypes.c_void_p]),
        ("PQfinish", None, [ctypes.c_void_p]),
        ("PQexec", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]),
        ("PQexecParams", ctypes.c_void_p,
         [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p,
          ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]),
        ("PQresultStatus", ctypes.c_int, [ctypes.c_void_p]),
        ("PQresultErrorField", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]),
        ("PQresultErrorMessage", ctypes.c_char_p, [ctypes.c_void_p]),
        ("PQntuples", ctypes.c_int, [ctypes.c_void_p]),
        ("PQnfields", ctypes.c_int, [ctypes.c_void_p]),
        ("PQgetisnull", ctypes.c_int, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
        ("PQgetvalue", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
        ("PQclear", None, [ctypes.c_void_p])]:
    function = getattr(LIBRARY, name)
    function.restype, function.argtypes = result, arguments


class DatabaseError(Exception):
    """A refusal of PostgreSQL, by its five characters."""

    def __init__(self, code, message, details=None, hint=None):
        super().__init__("%s %s" % (code, message))
        self.code, self.message, self.details, self.hint = code, message, details, hint


class Connection:
    """One connection, for one thread."""

    def __init__(self, settings):
        self.handle = LIBRARY.PQconnectdb(settings.encode())
        if LIBRARY.PQstatus(self.handle) != 0:
            message = LIBRARY.PQerrorMessage(self.handle).decode("utf-8", "replace")
            self.close()
            raise DatabaseError("08006", message)

    def close(self):
        if self.handle:
            LIBRARY.PQfinish(self.handle)
            self.handle = None

    def script(self, text):
        """Several statements without values."""
        self.rows_of(LIBRARY.PQexec(self.handle, text.encode()))

    def rows(self, text, *values):
        """The rows of one statement, each a list of texts and None."""
        encoded = [None if value is None else str(value).encode() for value in values]
        array = (ctypes.c_char_p * max(1, len(encoded)))(*encoded)
        return self.rows_of(LIBRARY.PQexecParams(
            self.handle, text.encode(), len(encoded), None, array, None, None, 0))

    def rows_of(self, result):
        try:
            if LIBRARY.PQresultStatus(result) not in (0, 1, 2):
                field = lambda mark: LIBRARY.PQresultErrorField(result, ord(mark))
                text = lambda mark: (field(mark) or b"").decode("utf-8", "replace") or None
                raise DatabaseError(
                    text("C") or "XX000",
                    text("M") or LIBRARY.PQresultErrorMessage(result).decode("utf-8", "replace"),
                    text("D"), text("H"))
            width = LIBRARY.PQnfields(result)
            return [[None if LIBRARY.PQgetisnull(result, row, column)
                     else LIBRARY.PQgetvalue(result, row, column).decode()
                     for column in range(width)] for row in range(LIBRARY.PQntuples(result))]
        finally:
            LIBRARY.PQclear(result)
