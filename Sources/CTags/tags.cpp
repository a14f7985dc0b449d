#include "DescriptorStream.hpp"
#include "tritone_tags.h"

#include <taglib/apefile.h>
#include <taglib/apeitem.h>
#include <taglib/apetag.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/mp4file.h>
#include <taglib/mp4tag.h>
#include <taglib/mpcfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

using namespace TagLib;

namespace {

std::unique_ptr<File> opened(DescriptorStream &stream, tritone_tag_format format) {
    // Without audio properties: FFmpeg reads them.
    switch (format) {
        case TRITONE_FORMAT_FLAC:
            return std::make_unique<FLAC::File>(
                &stream, ID3v2::FrameFactory::instance(), false);
        case TRITONE_FORMAT_OGG_FLAC: return std::make_unique<Ogg::FLAC::File>(&stream, false);
        case TRITONE_FORMAT_VORBIS: return std::make_unique<Ogg::Vorbis::File>(&stream, false);
        case TRITONE_FORMAT_OPUS: return std::make_unique<Ogg::Opus::File>(&stream, false);
        case TRITONE_FORMAT_SPEEX: return std::make_unique<Ogg::Speex::File>(&stream, false);
        case TRITONE_FORMAT_MP4: return std::make_unique<MP4::File>(&stream, false);
        case TRITONE_FORMAT_WAVPACK: return std::make_unique<WavPack::File>(&stream, false);
        case TRITONE_FORMAT_APE: return std::make_unique<APE::File>(&stream, false);
        case TRITONE_FORMAT_MUSEPACK: return std::make_unique<MPC::File>(&stream, false);
    }
    return nullptr;
}

// The tag in a format's own naming; created on request if missing.
struct Own {
    Ogg::XiphComment *xiph = nullptr;
    MP4::Tag *mp4 = nullptr;
    APE::Tag *ape = nullptr;

    Own(File &file, bool making) {
        if (auto *flac = dynamic_cast<FLAC::File *>(&file)) {
            xiph = flac->xiphComment(making);
        } else if (auto *wavpack = dynamic_cast<WavPack::File *>(&file)) {
            ape = wavpack->APETag(making);
        } else if (auto *monkey = dynamic_cast<APE::File *>(&file)) {
            ape = monkey->APETag(making);
        } else if (auto *musepack = dynamic_cast<MPC::File *>(&file)) {
            ape = musepack->APETag(making);
        } else if (auto *movie = dynamic_cast<MP4::File *>(&file)) {
            mp4 = movie->tag();
        } else {
            xiph = dynamic_cast<Ogg::XiphComment *>(file.tag());
        }
    }
};

struct Visit {
    tritone_tag_visitor visitor;
    void *context;

    void text(const std::string &name, const String &value) const {
        const std::string bytes = value.to8Bit(true);
        visitor(context, name.c_str(), reinterpret_cast<const uint8_t *>(bytes.data()),
                bytes.size(), true);
    }

    void bytes(const std::string &name, const ByteVector &value) const {
        visitor(context, name.c_str(), reinterpret_cast<const uint8_t *>(value.data()),
                value.size(), false);
    }

    void pictures(const List<FLAC::Picture *> &pictures) const {
        for (const auto *picture : pictures) bytes("picture", picture->render());
    }
};

void list(const Ogg::XiphComment &tag, const Visit &visit) {
    for (const auto &field : tag.fieldListMap()) {
        for (const auto &value : field.second) visit.text(field.first.to8Bit(true), value);
    }
    visit.text("vendor", tag.vendorID());
    visit.pictures(const_cast<Ogg::XiphComment &>(tag).pictureList());
}

void list(const APE::Tag &tag, const Visit &visit) {
    for (const auto &entry : tag.itemListMap()) {
        const std::string name = entry.second.key().to8Bit(true);
        if (entry.second.type() == APE::Item::Text) {
            for (const auto &value : entry.second.values()) visit.text(name, value);
        } else {
            visit.bytes(name, entry.second.binaryData());
        }
    }
}

void list(const MP4::Tag &tag, const Visit &visit) {
    for (const auto &entry : tag.itemMap()) {
        const std::string name = entry.first.to8Bit(true);
        const MP4::Item &item = entry.second;
        if (name == "tmpo") {
            visit.text(name, String::number(item.toInt()));
        } else if (name == "trkn" || name == "disk") {
            const MP4::Item::IntPair pair = item.toIntPair();
            visit.text(name, String::number(pair.first) + "/" + String::number(pair.second));
        } else if (name == "cpil" || name == "pgap") {
            visit.text(name, item.toBool() ? "1" : "0");
        } else if (name == "covr") {
            for (const auto &cover : item.toCoverArtList()) visit.bytes("picture", cover.data());
        } else {
            // TagLib does not tell an item's type, and only text returns strings. Comparing the
            // atoms shows that the other items are unchanged.
            for (const auto &value : item.toStringList()) visit.text(name, value);
        }
    }
}

void set(Own &own, const tritone_tag_setting &setting) {
    const String name(setting.name, String::UTF8);
    const String value(setting.value, String::UTF8);
    if (own.xiph) own.xiph->addField(name, value, true);
    if (own.ape) own.ape->setItem(name, APE::Item(name, StringList(value)));
    if (!own.mp4) return;
    if (std::strcmp(setting.name, "tmpo") == 0) {
        own.mp4->setItem(name, MP4::Item(std::atoi(setting.value)));
    } else {
        own.mp4->setItem(name, MP4::Item(StringList(value)));
    }
}

ByteVector bytes(const tritone_tag_picture &cover) {
    return ByteVector(
        reinterpret_cast<const char *>(cover.data), static_cast<unsigned int>(cover.count));
}

void fill(
    Ogg::XiphComment &tag, const tritone_tag_setting *settings, size_t count,
    const tritone_tag_picture *cover) {
    tag.removeAllFields();
    tag.removeAllPictures();
    for (size_t index = 0; index < count; index++) {
        tag.addField(
            String(settings[index].name, String::UTF8), String(settings[index].value, String::UTF8),
            false);
    }
    if (!cover) return;
    auto picture = std::make_unique<FLAC::Picture>();
    picture->setType(FLAC::Picture::FrontCover);
    picture->setMimeType(cover->is_png ? "image/png" : "image/jpeg");
    picture->setWidth(cover->width);
    picture->setHeight(cover->height);
    picture->setColorDepth(24);
    picture->setData(bytes(*cover));
    // The tag owns its pictures.
    tag.addPicture(picture.release());
}

MP4::Item item(const char *name, const StringList &values) {
    const std::string first = values.front().to8Bit(true);
    if (std::strcmp(name, "tmpo") == 0) return MP4::Item(std::atoi(first.c_str()));
    if (std::strcmp(name, "cpil") == 0) return MP4::Item(first == "1");
    if (std::strcmp(name, "trkn") != 0 && std::strcmp(name, "disk") != 0) return MP4::Item(values);
    const size_t slash = first.find('/');
    const int total =
        slash == std::string::npos ? 0 : std::atoi(first.c_str() + slash + 1);
    return MP4::Item(std::atoi(first.c_str()), total);
}

void fill(
    MP4::Tag &tag, const tritone_tag_setting *settings, size_t count,
    const tritone_tag_picture *cover) {
    const MP4::ItemMap old = tag.itemMap();
    for (const auto &entry : old) tag.removeItem(entry.first);
    for (size_t index = 0; index < count;) {
        const char *name = settings[index].name;
        StringList values;
        for (; index < count && std::strcmp(settings[index].name, name) == 0; index++) {
            values.append(String(settings[index].value, String::UTF8));
        }
        tag.setItem(String(name, String::UTF8), item(name, values));
    }
    if (!cover) return;
    MP4::CoverArtList covers;
    covers.append(MP4::CoverArt(
        cover->is_png ? MP4::CoverArt::PNG : MP4::CoverArt::JPEG, bytes(*cover)));
    tag.setItem("covr", MP4::Item(covers));
}

// Runs TagLib code and catches every C++ exception.
template <typename Work>
tritone_tags_status guarded(
    int descriptor, tritone_tag_format format, bool is_read_only, const Work &work) {
    try {
        DescriptorStream stream(descriptor, is_read_only);
        bool is_done = false;
        {
            const std::unique_ptr<File> file = opened(stream, format);
            is_done = file && file->isValid() && work(*file);
        }
        if (stream.error() != 0) return {TRITONE_TAGS_SYSTEM, stream.error()};
        if (stream.is_over_limit()) return {TRITONE_TAGS_LIMIT, 0};
        return {is_done ? TRITONE_TAGS_DONE : TRITONE_TAGS_INVALID, 0};
    } catch (const std::bad_alloc &) {
        return {TRITONE_TAGS_MEMORY, 0};
    } catch (...) {
        return {TRITONE_TAGS_INVALID, 0};
    }
}


}  // namespace

extern "C" tritone_tags_status tritone_tags_list(
    int descriptor, tritone_tag_format format, tritone_tag_visitor visitor, void *context) {
    return guarded(descriptor, format, true, [&](File &file) {
        const Own own(file, false);
        const Visit visit{visitor, context};
        if (own.xiph) list(*own.xiph, visit);
        if (own.ape) list(*own.ape, visit);
        if (own.mp4) list(*own.mp4, visit);
        if (auto *flac = dynamic_cast<FLAC::File *>(&file)) visit.pictures(flac->pictureList());
        return true;
    });
}

extern "C" tritone_tags_status tritone_tags_set(
    int descriptor, tritone_tag_format format, const tritone_tag_setting *settings,
    size_t count) {
    return guarded(descriptor, format, false, [&](File &file) {
        Own own(file, true);
        if (!own.xiph && !own.ape && !own.mp4) return false;
        for (size_t index = 0; index < count; index++) set(own, settings[index]);
        return file.save();
    });
}

extern "C" tritone_tags_status tritone_tags_fill(
    int descriptor, tritone_tag_format format, const tritone_tag_setting *settings,
    size_t count, const tritone_tag_picture *cover) {
    return guarded(descriptor, format, false, [&](File &file) {
        Own own(file, true);
        if (own.xiph) {
            fill(*own.xiph, settings, count, cover);
        } else if (own.mp4) {
            fill(*own.mp4, settings, count, cover);
        } else {
            return false;
        }
        return file.save();
    });
}
