#define _GNU_SOURCE
#include "shim.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/socket.h>

int tritone_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int tritone_peer(int socket, pid_t *process, uid_t *user) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size)) return errno;
    *process = peer.pid;
    *user = peer.uid;
    return 0;
}

ssize_t tritone_receive(
    int socket, void *bytes, size_t size, int descriptors[tritone_most_descriptors], int *count,
    int *had_more) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * tritone_most_descriptors)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        // Without the padding behind it, which has room for one more.
        .msg_controllen = CMSG_LEN(sizeof(int) * tritone_most_descriptors),
    };
    *count = *had_more = 0;
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got < 0) return -1;
    for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
        size_t bytes_there = each->cmsg_len - CMSG_LEN(0);
        memcpy(descriptors, CMSG_DATA(each), bytes_there);
        *count = (int)(bytes_there / sizeof(int));
    }
    *had_more = (message.msg_flags & MSG_CTRUNC) != 0;
    return got;
}

ssize_t tritone_send(
    int socket, const void *bytes, size_t size, const int *descriptors, int count) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * 8)];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 8) {
        errno = EINVAL;
        return -1;
    }
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

struct wanted {
    uint8_t *bytes;
    size_t size, found;
};

// The first object is the program itself.
static int find_build_id(struct dl_phdr_info *object, size_t size, void *context) {
    struct wanted *wanted = context;
    (void)size;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_NOTE) continue;
        const uint8_t *at = (const uint8_t *)(object->dlpi_addr + segment->p_vaddr);
        const uint8_t *end = at + segment->p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
            const uint8_t *name = at + sizeof *note;
            const uint8_t *value = name + ((note->n_namesz + 3u) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
                wanted->found = note->n_descsz < wanted->size ? note->n_descsz : wanted->size;
                memcpy(wanted->bytes, value, wanted->found);
                return 1;
            }
            at = value + ((note->n_descsz + 3u) & ~3u);
        }
    }
    return 1;
}

size_t tritone_build_id(uint8_t *bytes, size_t size) {
    struct wanted wanted = {.bytes = bytes, .size = size};
    dl_iterate_phdr(find_build_id, &wanted);
    return wanted.found;
}
