// The whitelists of FFmpeg for untrusted bytes, each in this file only. FFmpeg has several hundred
// further parsers, most of them for other media.
import CFFmpeg

/// The containers and decoders that a format context may open.
enum AllowedFormats {
  /// File containers: those with a scanned file name, and what such files turn out to be.
  /// Playlists, images and text are excluded, since some of them name further files.
  static let containers = """
    mp3,flac,ogg,mov,wav,aiff,aac,wv,ape,matroska,asf,caf,dsf,iff,tta,mpc,mpc8,ac3,eac3,dts,dtshd,\
    au,w64,tak,shn,amr,amrnb,amrwb,avi,mpegts,mpeg,loas,oma,rm,voc,truehd,xwma
    """

  /// Stream containers.
  static let streamContainers = """
    mp3,aac,ogg,flac,wav,mov,aiff,w64,caf,tta,wv,ape,mpc,mpc8,ac3,eac3,asf,matroska,mpegts,hls,\
    au,loas
    """

  /// Audio decoders only, so that pictures in a file are never decoded.
  static let decoders = """
    mp3float,mp3,mp2float,mp2,mp1float,mp1,mp3adufloat,mp3adu,mp3on4float,mp3on4,aac,aac_fixed,\
    aac_latm,als,vorbis,libvorbis,opus,libopus,flac,speex,libspeex,alac,ape,wavpack,tta,tak,\
    shorten,mpc7,mpc8,wmav1,wmav2,wmapro,wmalossless,wmavoice,xma1,xma2,ac3,ac3_fixed,eac3,dca,\
    truehd,mlp,dolby_e,s302m,dst,dsd_lsbf,dsd_lsbf_planar,dsd_msbf,dsd_msbf_planar,atrac1,atrac3,\
    atrac3al,atrac3plus,atrac3plusal,atrac9,cook,ralf,real_144,real_288,sipr,acelp.kelvin,\
    amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,qcelp,evrc,qdm2,qdmc,mace3,mace6,nellymoser,\
    truespeech,on2avc,imc,iac,gsm,libgsm,gsm_ms,libgsm_ms,g722,g723_1,g726,g726le,g729,ilbc,\
    libilbc,metasound,8svx_exp,8svx_fib,adpcm_ima_qt,adpcm_ima_wav,adpcm_ima_oki,adpcm_ms,\
    adpcm_sbpro_2,adpcm_sbpro_3,adpcm_sbpro_4,adpcm_swf,adpcm_ct,adpcm_yamaha,adpcm_xa,\
    pcm_alaw,pcm_mulaw,pcm_vidc,pcm_bluray,pcm_dvd,pcm_f16le,pcm_f24le,pcm_f32be,pcm_f32le,\
    pcm_f64be,pcm_f64le,pcm_s8,pcm_s8_planar,pcm_u8,pcm_s16be,pcm_s16be_planar,pcm_s16le,\
    pcm_s16le_planar,pcm_u16be,pcm_u16le,pcm_s24be,pcm_s24daud,pcm_s24le,pcm_s24le_planar,\
    pcm_u24be,pcm_u24le,pcm_s32be,pcm_s32le,pcm_s32le_planar,pcm_u32be,pcm_u32le,pcm_s64be,\
    pcm_s64le
    """

  private static let decoderNames = Set(decoders.split(separator: ","))

  /// Whether a decoder is allowed.
  static func includes(_ decoder: UnsafePointer<AVCodec>) -> Bool {
    decoderNames.contains(String(cString: decoder.pointee.name)[...])
  }

  /// Restricts a context to these containers and decoders. Called before opening; FFmpeg passes
  /// both lists on to the contexts of a stream's segments.
  static func restrict(
    _ format: UnsafeMutablePointer<AVFormatContext>, to containers: String
  ) {
    format.pointee.format_whitelist = av_strdup(containers)
    format.pointee.codec_whitelist = av_strdup(decoders)
  }

  /// Makes FFmpeg ignore picture and text streams. Called between opening and probing, which would
  /// otherwise read on as long as allowed, in search of a size that only a decoder can tell.
  static func hidePictures(_ format: UnsafeMutablePointer<AVFormatContext>) {
    for index in 0..<Int(format.pointee.nb_streams) {
      guard let codec = format.pointee.streams[index]?.pointee.codecpar else { continue }
      guard [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_SUBTITLE].contains(codec.pointee.codec_type) else {
        continue
      }
      codec.pointee.codec_type = AVMEDIA_TYPE_DATA
      codec.pointee.codec_id = AV_CODEC_ID_NONE
    }
  }
}
