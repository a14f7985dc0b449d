#define _GNU_SOURCE
#include "shim.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

int tritone_sealed_memory(const void *bytes, size_t size) {
    int file = memfd_create("tritone", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    size_t done = 0;
    while (done < size) {
        ssize_t count = write(file, (const char *)bytes + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += (size_t)count;
    }
    if (done == size && !fcntl(file, F_ADD_SEALS, seals)) return file;
    int code = errno;
    close(file);
    errno = code;
    return -1;
}

int64_t tritone_sealed_size(int descriptor) {
    struct stat status;
    int found = fcntl(descriptor, F_GET_SEALS);
    if (found < 0 || (found & seals) != seals || fstat(descriptor, &status)) return -1;
    return status.st_size;
}
