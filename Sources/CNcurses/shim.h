// Inline functions for ncurses macros, globals and variadic functions, which Swift cannot import.
#ifndef TRITONE_CNCURSES_SHIM_H
#define TRITONE_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <term.h>
#include <wchar.h>

static inline WINDOW *tritone_stdscr(void) { return stdscr; }
static inline int tritone_colors(void) { return COLORS; }
static inline int tritone_color_pairs(void) { return COLOR_PAIRS; }

static inline attr_t tritone_bold(void) { return WA_BOLD; }
static inline attr_t tritone_dim(void) { return WA_DIM; }
static inline attr_t tritone_italic(void) { return WA_ITALIC; }
static inline attr_t tritone_underline(void) { return WA_UNDERLINE; }
static inline attr_t tritone_reverse(void) { return WA_REVERSE; }
static inline attr_t tritone_invisible(void) { return WA_INVIS; }

// terminfo names its arguments char *, and never writes to them.
static inline int tritone_tigetflag(const char *name) { return tigetflag((char *)name); }
static inline int tritone_tigetnum(const char *name) { return tigetnum((char *)name); }
static inline const char *tritone_tigetstr(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}
// Frees the terminfo entry that setupterm() read.
static inline void tritone_free_terminfo(void) {
  if (cur_term != NULL) del_curterm(cur_term);
}

// <wchar.h> declares this one only if X/Open is requested before the first include.
extern int wcwidth(wchar_t scalar);
static inline int tritone_columns(wchar_t scalar) { return wcwidth(scalar); }

// setcchar() with a pair beyond the 15 bits of its own parameter.
static inline int tritone_set_cell(
  cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  return setcchar(cell, text, attributes, 0, &pair);
}

#endif
