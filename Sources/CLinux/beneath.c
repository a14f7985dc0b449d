#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { longest_name = 4096 };

int tritone_open_beneath(int folder, const char *path, int flags, unsigned mode) {
    struct open_how how = {
        .flags = (unsigned)(flags | O_CLOEXEC),
        .mode = flags & O_CREAT ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    for (int attempt = 0; attempt < 8; attempt++) {
        long opened = syscall(SYS_openat2, folder, path, &how, sizeof how);
        if (opened >= 0) return (int)opened;
        // A rename elsewhere on the path.
        if (errno != EAGAIN && errno != EINTR) break;
    }
    // Sandboxes refuse calls that they do not know with EPERM.
    if (errno != ENOSYS && errno != EPERM) return -1;
    return tritone_open_by_component(folder, path, flags, mode);
}

int tritone_open_by_component(int folder, const char *path, int flags, unsigned mode) {
    char name[longest_name];
    int at = folder, opened;
    if (*path == '/') {
        errno = EXDEV;
        return -1;
    }
    for (;;) {
        size_t length = strcspn(path, "/");
        const char *next = path + length + strspn(path + length, "/");
        if (length == 0 || length >= sizeof name || (length == 2 && memcmp(path, "..", 2) == 0)) {
            opened = -1;
            errno = length >= sizeof name ? ENAMETOOLONG : length ? EXDEV : ENOENT;
        } else {
            memcpy(name, path, length);
            name[length] = 0;
            int own = *next ? O_PATH | O_DIRECTORY : flags;
            opened = openat(at, name, own | O_NOFOLLOW | O_CLOEXEC, mode);
        }
        int code = errno;
        if (at != folder) close(at);
        errno = code;
        if (opened < 0 || !*next) return opened;
        at = opened;
        path = next;
    }
}

int tritone_sync_file_system(int descriptor) { return syncfs(descriptor) ? errno : 0; }

void tritone_begin_writing(int descriptor, int64_t offset, int64_t count) {
    sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}
