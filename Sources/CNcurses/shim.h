// Inline functions for ncurses macros, globals and variadic functions, which Swift cannot import.
#ifndef TRITONE_CNCURSES_SHIM_H
#define TRITONE_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <sys/syscall.h>
#include <term.h>
#include <unistd.h>
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
// setupterm() puts its entry in the place of the current screen's, which is `before` here.
static inline TERMINAL *tritone_entry(void) { return cur_term; }
static inline void tritone_restore_entry(TERMINAL *before) {
  TERMINAL *read = cur_term;
  if (read == before) return;
  set_curterm(before);
  if (read != NULL) del_curterm(read);
}

// newterm() with the size of the entry. While another screen is current, use_env() and use_tioctl()
// change nothing, and newterm() fails on entries without a size. Without a current screen the last
// one loses its entry.
static inline SCREEN *tritone_new_screen(const char *name, FILE *file) {
  TERMINAL *entry = cur_term;
  SCREEN *last = set_term(NULL);
  // LINES and COLUMNS of the environment would fix the size for good.
  use_env(FALSE);
  use_tioctl(TRUE);
  SCREEN *screen = newterm(name, file, file);
  if (last != NULL) {
    set_term(last);
    set_curterm(entry);
  }
  if (screen != NULL) set_term(screen);
  return screen;
}

// The windows of the current screen, which resizeterm() of any screen adapts unless they are pads.
static inline void tritone_protect_windows(bool is_protected) {
  WINDOW *windows[] = {curscr, newscr, stdscr};
  for (int index = 0; index < 3; index++) {
    if (windows[index] == NULL) continue;
    if (is_protected) windows[index]->_flags |= _ISPAD;
    else windows[index]->_flags &= ~_ISPAD;
  }
}

// A file in memory. Its function is declared for GNU's extensions only.
static inline int tritone_memory_file(void) {
  return (int)syscall(SYS_memfd_create, "frames", 1u /* MFD_CLOEXEC */);
}

extern char **environ;
static inline char **tritone_environment(void) { return environ; }
static inline void tritone_use_environment(char **variables) { environ = variables; }

// <wchar.h> declares this one only if X/Open is requested before the first include.
extern int wcwidth(wchar_t scalar);
static inline int tritone_columns(wchar_t scalar) { return wcwidth(scalar); }

// setcchar() with a pair beyond the 15 bits of its own parameter.
static inline int tritone_set_cell(
  cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  return setcchar(cell, text, attributes, 0, &pair);
}

#endif
