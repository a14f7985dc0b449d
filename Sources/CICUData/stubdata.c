#include "CICUData.h"

// Header of ICU's common data with an empty table of contents, as in ICU's own stubdata.cpp.
// Hidden, so that a Foundation loaded at run time uses its own.
const struct tritone_icu_data icudt76_dat = {
    .headerSize = 32,
    .magic = {0xda, 0x27},
    .infoSize = 20,
    .sizeofUChar = 2,
    .dataFormat = {'T', 'o', 'C', 'P'},
    .formatVersion = {1, 0, 0, 0},
};
