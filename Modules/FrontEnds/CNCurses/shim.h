#pragma once

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

// Functions for those macros and global variables of curses that Swift does not import.

// Sets the locale of the environment if its character encoding is UTF-8, otherwise C.UTF-8.
static inline void curses_use_utf8(void) {
  if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// Returns a string capability of the terminal, or NULL if the terminal does not have it.
static inline const char *curses_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? 0 : text;
}

// Takes over the terminal. Returns NULL without changing its modes if its type (TERM) is unknown or it cannot move the cursor. Terminals that
// call themselves xterm-kitty or xterm-ghostty understand xterm, though few hosts know these names.
static inline SCREEN *curses_begin(void) {
  int status;
  // newterm(3) accepts terminals without cursor movement, such as dumb.
  const char *type = getenv("TERM");
  if (setupterm(type, 1, &status) == ERR) {
    if (!type || strncmp(type, "xterm-", 6) != 0 || setupterm(type = "xterm-256color", 1, &status) == ERR) return 0;
  }
  if (!curses_capability("cup")) return 0;
  return newterm(type, stdout, stdin);
}
static inline WINDOW *curses_screen(void) { return stdscr; }
static inline int curses_colors(void) { return COLORS; }
static inline int curses_color_pairs(void) { return COLOR_PAIRS; }

// A function of the C library, whose header declares it only if certain feature macros are defined.
extern int wcwidth(wchar_t character);

static inline attr_t curses_bold(void) { return WA_BOLD; }
static inline attr_t curses_dim(void) { return WA_DIM; }
static inline attr_t curses_italic(void) { return WA_ITALIC; }
static inline attr_t curses_underline(void) { return WA_UNDERLINE; }
static inline attr_t curses_reverse(void) { return WA_REVERSE; }

// Draws one character: text has its base character, then combining marks, then a null character. Returns ERR if text is not one character.
static inline int curses_put(WINDOW *window, int row, int column, const wchar_t *text, attr_t attributes, int pair) {
  cchar_t cell;
  if (setcchar(&cell, text, attributes, 0, &pair) == ERR) return ERR;
  // In the lower right corner, curses draws the character and still returns ERR, because the cursor cannot advance.
  (void)mvwadd_wch(window, row, column, &cell);
  return OK;
}

static inline mmask_t curses_mouse_events(void) { return BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED; }
static inline int curses_is_click(mmask_t state) { return (state & BUTTON1_PRESSED) != 0; }
static inline int curses_is_wheel_up(mmask_t state) { return (state & BUTTON4_PRESSED) != 0; }
static inline int curses_is_wheel_down(mmask_t state) { return (state & BUTTON5_PRESSED) != 0; }
