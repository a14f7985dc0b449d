#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

// Maximum bytes on Linux of one attribute, and of all their names.
enum { largest = 65536, block = 131072 };

static ssize_t copy_by_hand(int from, off_t from_offset, int to, off_t to_offset, size_t count) {
    char buffer[block];
    ssize_t got;
    do {
        got = pread(from, buffer, count < block ? count : block, from_offset);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return TRITONE_COPY_UNREADABLE;
    if (got == 0) return 0;
    for (ssize_t done = 0; done < got;) {
        ssize_t written = pwrite(to, buffer + done, (size_t)(got - done), to_offset + done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -1;
        done += written;
    }
    return got;
}

ssize_t tritone_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
    off_t in = from_offset, out = to_offset;
    ssize_t copied;
    do {
        copied = copy_file_range(from, &in, to, &out, count, 0);
    } while (copied < 0 && errno == EINTR);
    // Some file systems report 0 for generated files: only a read tells the end from that.
    if (copied > 0) return copied;
    // So do a read and a write tell which of the two files failed.
    if (copied < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) return -1;
    return copy_by_hand(from, from_offset, to, to_offset, count);
}

int tritone_copy_attributes(int from, int to) {
    char *names = malloc(largest), *value = malloc(largest);
    int lost = 0;
    ssize_t length = names && value ? flistxattr(from, names, largest) : -1;
    if (length < 0) lost = errno == ENOTSUP ? 0 : 1;
    for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
        // File capabilities, which a music file does not need.
        if (strcmp(names + at, "security.capability") == 0) continue;
        ssize_t size = fgetxattr(from, names + at, value, largest);
        if (size < 0 || fsetxattr(to, names + at, value, (size_t)size, 0) != 0) lost++;
    }
    free(names);
    free(value);
    return lost;
}
