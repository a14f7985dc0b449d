extension PythonPeer {
  static let preamble = """
    import json, subprocess, sys, time
    import numpy

    output = open(sys.argv[1], "w")

    def say(method, path, started, **found):
        found.update(method=method, file=path, seconds=time.process_time() - started)
        output.write(json.dumps(found) + "\\n")

    def mono(path):
        raw = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-ac", "2", "-ar", "44100",
             "-f", "f32le", "-"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
        return numpy.frombuffer(raw, "<f4").reshape(-1, 2).mean(1).astype("float32")


    """

  static let essentiaScript = """
    import essentia
    essentia.log.infoActive = essentia.log.warningActive = False
    import essentia.standard as standard

    for path in sys.argv[2:]:
        sound = mono(path)
        for method in ("multifeature", "degara"):
            started = time.process_time()
            found = standard.RhythmExtractor2013(method=method)(sound)
            say("essentia " + method, path, started, bpm=float(found[0]),
                beats=[float(beat) for beat in found[1]])
        started = time.process_time()
        bpm = standard.PercivalBpmEstimator(sampleRate=44100)(sound)
        say("essentia percival", path, started, bpm=float(bpm))
        for profile in ("edma", "bgate", "shaath"):
            started = time.process_time()
            tonic, scale, strength = standard.KeyExtractor(profileType=profile)(sound)
            say("essentia " + profile, path, started, key=tonic + " " + scale)

    """

  /// The key by correlation with the profiles of Krumhansl and Kessler 1982, as tutorials have it.
  static let librosaScript = """
    import librosa

    names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    profiles = {
        "major": [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
        "minor": [6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17]}
    # The first calls compile what the later ones run.
    warmup = numpy.random.default_rng(1).standard_normal(44100).astype("float32")
    librosa.beat.beat_track(y=warmup, sr=22050)
    librosa.feature.chroma_cqt(y=warmup, sr=22050)

    for path in sys.argv[2:]:
        sound = librosa.resample(mono(path), orig_sr=44100, target_sr=22050)
        started = time.process_time()
        bpm, frames = librosa.beat.beat_track(y=sound, sr=22050)
        beats = librosa.frames_to_time(frames, sr=22050)
        say("librosa beat_track", path, started, bpm=float(numpy.atleast_1d(bpm)[0]),
            beats=[float(beat) for beat in beats])
        started = time.process_time()
        chroma = librosa.feature.chroma_cqt(y=sound, sr=22050).mean(1)
        likeness = [(numpy.corrcoef(chroma, numpy.roll(profile, tone))[0, 1], names[tone], mode)
                    for mode, profile in profiles.items() for tone in range(12)]
        best = max(likeness)
        say("librosa krumhansl", path, started, key=best[1] + " " + best[2])

    """
}
