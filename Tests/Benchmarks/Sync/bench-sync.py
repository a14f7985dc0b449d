#!/usr/bin/env python3
"""Times syncs with a folder beside cp and rsync:

    bench-sync.py PROGRAM [--songs N] [--slow-songs N] [--only copying|slow|planning] [--folder DIR]

Prints a row for each figure, with its goal where there is one, and the load of the machine. All
files lie in a folder of their own, which is removed.
"""

import argparse
import os
import resource
import shutil
import struct
import subprocess
import tempfile
import time

SONG = 8_000_000
# Bytes a second of a slow device.
RATE = 20_000_000


def wave(path, seconds, rate, tag, noise):
    """A WAV file of 16-bit mono noise with a title and an artist."""
    data = noise[: int(seconds * rate) * 2]
    texts = b""
    for name, value in ((b"INAM", tag[0]), (b"IART", tag[1]), (b"IPRD", tag[2])):
        text = value.encode() + b"\0"
        texts += name + struct.pack("<I", len(text)) + text + b"\0" * (len(text) % 2)
    info = b"LIST" + struct.pack("<I", len(texts) + 4) + b"INFO" + texts
    form = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16)
    body = b"WAVE" + form + info + b"data" + struct.pack("<I", len(data)) + data
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", len(body)) + body)


def songs(folder, count, size):
    """Files of different sound, ten to an album."""
    noise = os.urandom(size + count)
    for number in range(count):
        album = f"Album {number // 10}"
        place = os.path.join(folder, f"Artist {number // 100}", album)
        os.makedirs(place, exist_ok=True)
        wave(
            os.path.join(place, f"{number}.wav"), size / 2 / 44100, 44100,
            (f"Song {number}", f"Artist {number // 100}", album), noise[number:])


class Bench:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.environment = {
            "HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": folder}

    def run(self, *words):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        subprocess.run(
            words, env=self.environment, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return time.monotonic() - start, busy

    def tritone(self, *words):
        return self.run(self.program, *words)

    def reset(self):
        """Empties the library, where there is one."""
        if os.path.exists(os.path.join(self.folder, ".local/share/tritone/library.db")):
            self.tritone("reset", "--yes")

    def peak(self, *words):
        """Seconds of the clock and of the processor, and the peak of memory in MB."""
        script = (
            "import os,resource,subprocess,sys,time;t=time.monotonic();"
            "subprocess.run(sys.argv[1:],check=True,stdout=subprocess.DEVNULL,"
            "stderr=subprocess.DEVNULL);u=resource.getrusage(resource.RUSAGE_CHILDREN);"
            "print(time.monotonic()-t,u.ru_utime+u.ru_stime,u.ru_maxrss/1024)")
        out = subprocess.run(
            ["python3", "-c", script, self.program, *words], env=self.environment, check=True,
            capture_output=True, text=True).stdout
        return tuple(float(word) for word in out.split())


def row(name, text):
    print(f"{name:<46}{text}", flush=True)


def has_rsync(label):
    if shutil.which("rsync"):
        return True
    row(label, "left out: rsync is not there")
    return False


def copying(bench, count):
    music = os.path.join(bench.folder, "Music")
    songs(music, count, SONG)
    bench.tritone("scan", music)
    total = count * SONG / 1e6
    seconds = {}
    for name in ("cp", "rsync", "tritone"):
        label = f"{count} songs of 8 MB, {name}"
        if name == "rsync" and not has_rsync(label):
            continue
        target = os.path.join(bench.folder, name)
        os.mkdir(target)
        subprocess.run(["sync"])
        if name == "cp":
            seconds[name], _ = bench.run("cp", "-r", music, target)
        elif name == "rsync":
            seconds[name], _ = bench.run("rsync", "-a", music, target)
        else:
            bench.tritone("device", "add", "Bench", target, "--yes")
            seconds[name], _ = bench.tritone("sync", "Bench", "--yes")
        flush = time.monotonic()
        subprocess.run(["sync"])
        rest = time.monotonic() - flush
        goal = "  (goal 1.3 x cp)" if name == "tritone" else ""
        row(
            label,
            f"{seconds[name]:6.2f} s  {total / seconds[name]:6.0f} MB/s"
            f"  {seconds[name] / seconds['cp']:5.2f} x cp  then sync {rest:5.2f} s{goal}")
        shutil.rmtree(target)
    shutil.rmtree(music)
    bench.tritone("device", "forget", "Bench", "--yes")


def slow(bench, count):
    """A device of 20 MB/s: 1,000 songs within 10 minutes."""
    bench.reset()
    music = os.path.join(bench.folder, "Slow")
    songs(music, count, SONG)
    bench.tritone("scan", music)
    for name in ("rsync", "tritone"):
        label = f"{count} songs of 8 MB at 20 MB/s, {name}"
        if name == "rsync" and not has_rsync(label):
            continue
        target = os.path.join(bench.folder, name)
        os.mkdir(target)
        if name == "rsync":
            # Its unit is 1,024 bytes.
            seconds, busy = bench.run("rsync", "-a", f"--bwlimit={RATE // 1024}", music, target)
        else:
            bench.tritone("device", "add", "Slow", target, "--yes")
            seconds, busy = bench.tritone("sync", "Slow", "--yes", "--rate", str(RATE))
            there = sum(
                os.path.getsize(os.path.join(folder, file))
                for folder, _, files in os.walk(os.path.join(target, "Music")) for file in files)
            if there < count * SONG:
                raise SystemExit(f"only {there} bytes are there")
        row(
            label,
            f"{seconds:6.1f} s  {busy:5.2f} s busy  {seconds * 1_000 / count:5.0f} s for 1,000"
            + ("  (goal 600 s)" if name == "tritone" else ""))
        shutil.rmtree(target)
    shutil.rmtree(music)
    bench.tritone("device", "forget", "Slow", "--yes")


def planning(bench, count):
    bench.reset()
    music = os.path.join(bench.folder, "Small")
    songs(music, count, 2_000)
    bench.tritone("scan", music)
    target = os.path.join(bench.folder, "small")
    os.mkdir(target)
    bench.tritone("device", "add", "Small", target, "--yes")
    goal = "  (goal 2 s, 150 MB)" if count == 100_000 else ""
    figures(f"{count} tracks, the first plan", bench.peak("sync", "Small", "--dry-run"), goal)
    figures(f"{count} tracks, the first sync", bench.peak("sync", "Small", "--yes"))
    figures(
        f"{count} tracks, a plan of the full device", bench.peak("sync", "Small", "--dry-run"),
        goal)
    goal = "  (goal 0.5 s)" if count == 10_000 else ""
    figures(f"{count} tracks, a sync without changes", bench.peak("sync", "Small", "--yes"), goal)
    shutil.rmtree(music)
    shutil.rmtree(target)
    bench.tritone("device", "forget", "Small", "--yes")


def figures(label, values, goal=""):
    seconds, busy, peak = values
    row(label, f"{seconds:6.2f} s  {busy:5.2f} s busy  {peak:5.0f} MB{goal}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--songs", type=int, default=1_000)
    parser.add_argument("--slow-songs", type=int, default=250, help="at 20 MB/s")
    parser.add_argument("--only", choices=("copying", "slow", "planning"))
    parser.add_argument("--folder", default=None, help="the disk to measure on")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="bench-sync-", dir=options.folder)
    try:
        row("load", " ".join(f"{load:.1f}" for load in os.getloadavg()))
        bench = Bench(os.path.abspath(options.program), folder)
        if options.only in (None, "copying"):
            copying(bench, options.songs)
        if options.only in (None, "slow"):
            slow(bench, options.slow_songs)
        if options.only in (None, "planning"):
            planning(bench, 10_000)
            planning(bench, 100_000)
        row("load", " ".join(f"{load:.1f}" for load in os.getloadavg()))
    finally:
        shutil.rmtree(folder)


main()
