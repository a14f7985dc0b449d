// TagLib behind a plain C interface: no exception and no C++ type crosses it, and every call
// returns its result.
//
// No state is held between calls; descriptors belong to the caller.
#ifndef TRITONE_TAGS_H
#define TRITONE_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    TRITONE_FORMAT_FLAC,
    TRITONE_FORMAT_OGG_FLAC,
    TRITONE_FORMAT_VORBIS,
    TRITONE_FORMAT_OPUS,
    TRITONE_FORMAT_SPEEX,
    TRITONE_FORMAT_MP4,
    TRITONE_FORMAT_WAVPACK,
    TRITONE_FORMAT_APE,
    TRITONE_FORMAT_MUSEPACK,
} tritone_tag_format;

typedef enum {
    TRITONE_TAGS_DONE,
    // TagLib does not recognise the format, or would not write it.
    TRITONE_TAGS_INVALID,
    // Nested deeper, larger or slower than any real file.
    TRITONE_TAGS_LIMIT,
    TRITONE_TAGS_MEMORY,
    // A read or a write failed; `error` is its errno.
    TRITONE_TAGS_SYSTEM,
} tritone_tags_code;

typedef struct {
    tritone_tags_code code;
    int error;
} tritone_tags_status;

// Called for each value of each tag. Text is UTF-8. The memory is valid during the call.
typedef void (*tritone_tag_visitor)(
    void *context, const char *name, const uint8_t *value, size_t count, bool is_text);

// Names are those of the format: a Vorbis comment's, an MP4 atom's ("tmpo",
// "----:com.apple.iTunes:initialkey"), an APEv2 item's. Values are UTF-8.
typedef struct {
    const char *name;
    const char *value;
} tritone_tag_setting;

// A front cover, PNG or JPEG.
typedef struct {
    const uint8_t *data;
    size_t count;
    bool is_png;
    int width;
    int height;
} tritone_tag_picture;

// Calls the visitor for every tag and picture of a file that is open for reading.
tritone_tags_status tritone_tags_list(
    int descriptor, tritone_tag_format format, tritone_tag_visitor visitor, void *context);

// Sets tags of a file open for writing to one value each; other tags stay.
tritone_tags_status tritone_tags_set(
    int descriptor, tritone_tag_format format, const tritone_tag_setting *settings,
    size_t count);

// Gives an Opus or MP4 file open for writing these tags, and the cover unless it is NULL, in
// place of its own; neighbours of one name are values of one tag.
tritone_tags_status tritone_tags_fill(
    int descriptor, tritone_tag_format format, const tritone_tag_setting *settings,
    size_t count, const tritone_tag_picture *cover);

#ifdef __cplusplus
}
#endif

#endif
