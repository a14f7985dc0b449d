// TagLib stream on a descriptor of the caller. TagLib's own stream ignores failed writes, and reads
// as much as a damaged file asks for; this one stores the first error and has limits.
#pragma once

#include <taglib/tiostream.h>

#include <ctime>

class DescriptorStream final : public TagLib::IOStream {
  public:
    DescriptorStream(int descriptor, bool is_read_only);

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(unsigned long length) override;
    void writeBlock(const TagLib::ByteVector &data) override;
    void insert(const TagLib::ByteVector &data, unsigned long start, unsigned long replace) override;
    void removeBlock(unsigned long start, unsigned long length) override;
    bool readOnly() const override { return is_read_only; }
    bool isOpen() const override { return true; }
    void seek(long offset, Position origin) override;
    void clear() override {}
    long tell() const override { return position; }
    long length() override;
    void truncate(long length) override;

    // The errno of the first failure, or 0.
    int error() const { return first_error; }
    bool is_over_limit() const { return over_limit; }

  private:
    bool may_go_on();
    void fail(int code);
    void write_at(const TagLib::ByteVector &data, long offset);
    // Moves the bytes between `from` and the end of the file to `to`.
    void move_tail(long from, long to);

    const int descriptor;
    const bool is_read_only;
    const time_t deadline;
    long position = 0;
    long allowance;
    int first_error = 0;
    bool over_limit = false;
};
