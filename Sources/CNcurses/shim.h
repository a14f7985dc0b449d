// What Swift cannot import of ncurses (macros, globals, variadic functions) as inline functions.
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

#endif
