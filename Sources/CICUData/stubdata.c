#include "CICUData.h"

// The header of ICU's common data with an empty table of contents, as ICU's own stubdata.cpp has it.
// Hidden, so that a Foundation which is loaded at run time keeps its own.
const struct tritone_icu_data icudt76_dat = {
    .headerSize = 32,
    .magic = {0xda, 0x27},
    .infoSize = 20,
    .sizeofUChar = 2,
    .dataFormat = {'T', 'o', 'C', 'P'},
    .formatVersion = {1, 0, 0, 0},
};
