#pragma once

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <term.h>

// Functions for the macros and global variables of curses, which Swift does not import.

// Sets the character encoding of the environment, or else UTF-8.
static inline void curses_use_utf8(void) {
  if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// Returns NULL if the type of the terminal is unknown.
static inline SCREEN *curses_begin(void) { return newterm(0, stdout, stdin); }
static inline WINDOW *curses_screen(void) { return stdscr; }
static inline int curses_colors(void) { return COLORS; }
static inline int curses_color_pairs(void) { return COLOR_PAIRS; }

// A function of the C library, which declares it only if certain feature macros are defined.
extern int wcwidth(wchar_t character);

static inline attr_t curses_bold(void) { return WA_BOLD; }
static inline attr_t curses_dim(void) { return WA_DIM; }
static inline attr_t curses_italic(void) { return WA_ITALIC; }
static inline attr_t curses_underline(void) { return WA_UNDERLINE; }
static inline attr_t curses_reverse(void) { return WA_REVERSE; }

// Writes one character: the first scalar of text is its base, the others combine with it. Returns ERR if text is not a character.
static inline int curses_put(WINDOW *window, int row, int column, const wchar_t *text, attr_t attributes, int pair) {
  cchar_t cell;
  if (setcchar(&cell, text, attributes, 0, &pair) == ERR) return ERR;
  // Returns ERR in the lower right corner although it writes the character: the cursor cannot move on.
  (void)mvwadd_wch(window, row, column, &cell);
  return OK;
}

static inline mmask_t curses_mouse_events(void) { return BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED; }
static inline int curses_is_click(mmask_t state) { return (state & BUTTON1_PRESSED) != 0; }
static inline int curses_is_wheel_up(mmask_t state) { return (state & BUTTON4_PRESSED) != 0; }
static inline int curses_is_wheel_down(mmask_t state) { return (state & BUTTON5_PRESSED) != 0; }

// Returns a string capability of the terminal; NULL if it does not have it.
static inline const char *curses_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? 0 : text;
}
