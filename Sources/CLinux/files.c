#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int tritone_flush_output(void) {
    int had_failed = ferror(stdout);
    if (fflush(stdout) != 0) return errno ? errno : EIO;
    if (!had_failed) return 0;
    return (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY ? EBADF : EIO;
}

int tritone_lock_byte(int descriptor, int64_t offset, int is_locked) {
    struct flock lock = {0};
    lock.l_type = is_locked ? F_WRLCK : F_UNLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = offset;
    lock.l_len = 1;
    return fcntl(descriptor, 37 /* F_OFD_SETLK */, &lock) ? errno : 0;
}

void tritone_leave_terminal(void) {
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return;
    ioctl(terminal, TIOCNOTTY);
    close(terminal);
}
