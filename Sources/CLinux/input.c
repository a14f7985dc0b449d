#define _GNU_SOURCE
#include "shim.h"

#include <sys/epoll.h>
#include <sys/ioctl.h>

int tritone_watch_input(int descriptor) {
    int watch = epoll_create1(EPOLL_CLOEXEC);
    if (watch < 0) return -1;
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    if (epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event)) {
        int code = errno;
        close(watch);
        errno = code;
        return -1;
    }
    return watch;
}

int tritone_end_burst(int watch) {
    struct epoll_event event;
    return epoll_wait(watch, &event, 1, 0) > 0;
}

int tritone_waiting_bytes(int terminal) {
    int count = 0;
    return ioctl(terminal, FIONREAD, &count) ? -1 : count;
}
