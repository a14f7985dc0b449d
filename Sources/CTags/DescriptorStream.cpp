#include "DescriptorStream.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace {
// Room for tags with pictures; a larger read is a damaged length. Ogg pages are all read when they
// are renumbered, so the sum is larger than one read.
constexpr long largest_read = 64L << 20;
constexpr long all_reads = 4L << 30;
constexpr time_t patience = 120;
constexpr long block = 1L << 20;

time_t now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}
}  // namespace

DescriptorStream::DescriptorStream(int descriptor, bool is_read_only)
    : descriptor(descriptor), is_read_only(is_read_only), deadline(now() + patience),
      allowance(all_reads) {}

bool DescriptorStream::may_go_on() {
    if (allowance <= 0 || now() > deadline) over_limit = true;
    return !over_limit && first_error == 0;
}

void DescriptorStream::fail(int code) {
    if (first_error == 0) first_error = code;
}

TagLib::ByteVector DescriptorStream::readBlock(unsigned long wanted) {
    const long left = length() - position;
    if (!may_go_on() || left <= 0 || position < 0) return {};
    const long count = wanted < static_cast<unsigned long>(left) ? static_cast<long>(wanted) : left;
    if (count > largest_read) {
        over_limit = true;
        return {};
    }
    allowance -= count;
    TagLib::ByteVector data(static_cast<unsigned int>(count), 0);
    long got = 0;
    while (got < count) {
        const ssize_t read = pread(descriptor, data.data() + got, count - got, position + got);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) fail(errno);
        if (read <= 0) break;
        got += read;
    }
    position += got;
    data.resize(static_cast<unsigned int>(got));
    return data;
}

void DescriptorStream::write_at(const TagLib::ByteVector &data, long offset) {
    if (is_read_only || offset < 0) return fail(EBADF);
    for (long done = 0; done < static_cast<long>(data.size()) && may_go_on();) {
        const ssize_t written =
            pwrite(descriptor, data.data() + done, data.size() - done, offset + done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return fail(errno);
        done += written;
    }
}

void DescriptorStream::writeBlock(const TagLib::ByteVector &data) {
    write_at(data, position);
    position += data.size();
}

void DescriptorStream::insert(
    const TagLib::ByteVector &data, unsigned long start, unsigned long replace) {
    const long from = static_cast<long>(start);
    const long end = from + static_cast<long>(replace);
    if (from < 0 || end < from || end > length()) return fail(EINVAL);
    move_tail(end, from + static_cast<long>(data.size()));
    write_at(data, from);
    position = from + static_cast<long>(data.size());
}

void DescriptorStream::removeBlock(unsigned long start, unsigned long count) {
    const long from = static_cast<long>(start);
    if (from < 0 || static_cast<long>(count) < 0) return fail(EINVAL);
    move_tail(std::min(from + static_cast<long>(count), length()), from);
}

void DescriptorStream::move_tail(long from, long to) {
    const long end = length();
    const long distance = to - from;
    std::vector<char> buffer(block);
    for (long moved = 0; distance != 0 && moved < end - from && may_go_on();) {
        const long count = std::min(block, end - from - moved);
        // Copies from the front when moving backwards, from the end when moving forwards.
        const long source = distance < 0 ? from + moved : end - moved - count;
        long got = 0;
        while (got < count) {
            const ssize_t read = pread(descriptor, buffer.data() + got, count - got, source + got);
            if (read < 0 && errno == EINTR) continue;
            if (read <= 0) return fail(read < 0 ? errno : EIO);
            got += read;
        }
        write_at(TagLib::ByteVector(buffer.data(), static_cast<unsigned int>(count)),
                 source + distance);
        moved += count;
    }
    if (distance < 0 && first_error == 0) truncate(end + distance);
}

void DescriptorStream::seek(long offset, Position origin) {
    switch (origin) {
        case Beginning: position = offset; break;
        case Current: position += offset; break;
        case End: position = length() + offset; break;
    }
    if (position < 0) position = 0;
}

long DescriptorStream::length() {
    struct stat status {};
    if (fstat(descriptor, &status) != 0) {
        fail(errno);
        return 0;
    }
    return status.st_size;
}

void DescriptorStream::truncate(long length) {
    if (is_read_only || length < 0) return fail(EBADF);
    if (ftruncate(descriptor, length) != 0) fail(errno);
}
