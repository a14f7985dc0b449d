// Empty ICU data. GRDB links all of Foundation, Foundation links ICU, and ICU's 34 MB of data are
// linked for the symbol below unless another object defines it. Tritone needs none of them: case,
// marks and normal forms are in tables of the standard library and of Core Foundation. Code that
// needs them (names of languages and zones, formatted dates and numbers) finds nothing, which is
// why `make check` keeps such code out of the program.
//
// The symbol has the ICU version of Swift 6.3. With any other version all data are linked.
#ifndef TRITONE_CICUDATA_H
#define TRITONE_CICUDATA_H

#include <stdint.h>

struct tritone_icu_data {
    uint16_t headerSize;
    uint8_t magic[2];
    uint16_t infoSize;
    uint16_t reserved;
    uint8_t isBigEndian;
    uint8_t charsetFamily;
    uint8_t sizeofUChar;
    uint8_t reserved2;
    uint8_t dataFormat[4];
    uint8_t formatVersion[4];
    uint8_t dataVersion[4];
    uint8_t padding[8];
    uint32_t count;
    uint32_t reserved3;
    const void *contents[2];
} __attribute__((aligned(16)));

extern const struct tritone_icu_data icudt76_dat __attribute__((visibility("hidden")));

#endif
