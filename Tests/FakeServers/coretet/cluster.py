"""A PostgreSQL of its own, in a folder and behind a socket there, that ends with this program."""
import glob
import os
import pwd
import shutil
import subprocess
import time

from libpq import Connection, DatabaseError

# Of the newest version that is there.
PROGRAMS = max(glob.glob("/usr/lib/postgresql/*/bin/"),
               key=lambda path: int(path.split("/")[4]), default="/usr/bin/")


class Cluster:
    def __init__(self, folder):
        self.folder = os.path.join(folder, "postgres")
        os.mkdir(self.folder, 0o700)
        # PostgreSQL refuses to run as root.
        self.prefix = []
        if os.geteuid() == 0:
            user = self.user()
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            # The folder above is passed through, and not listed.
            os.chmod(folder, 0o711)
            self.prefix = ["setpriv", "--reuid=%d" % user.pw_uid, "--regid=%d" % user.pw_gid,
                           "--clear-groups"]
        data = os.path.join(self.folder, "data")
        self.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N", "--locale=C.UTF-8",
                 "-E", "UTF8", "--no-instructions")
        settings = {
            "listen_addresses": "", "unix_socket_directories": self.folder, "fsync": "off",
            "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off",
            "max_connections": "60", "shared_buffers": "16MB", "jit": "off",
            "dynamic_shared_memory_type": "mmap", "timezone": "UTC", "log_min_messages": "fatal",
            "max_wal_senders": "0", "wal_level": "minimal"}
        arguments = ["-D", data]
        for name, value in settings.items():
            arguments += ["-c", "%s=%s" % (name, value)]
        # An immediate stop at whichever end of this program, which leaves no memory behind.
        self.log = open(os.path.join(self.folder, "log"), "wb")
        # The kill comes from the kernel when the thread that starts it ends: this is the main one.
        self.server = subprocess.Popen(
            self.prefix_with_end() + [PROGRAMS + "postgres"] + arguments, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log, cwd=self.folder)
        self.wait()

    @staticmethod
    def user():
        for name in ("postgres", "nobody"):
            try:
                return pwd.getpwnam(name)
            except KeyError:
                continue
        raise SystemExit("no user for PostgreSQL, which refuses to run as root")

    def prefix_with_end(self):
        return (self.prefix or ["setpriv"]) + ["--pdeathsig=QUIT"]

    def run(self, program, *arguments):
        done = subprocess.run(self.prefix + [PROGRAMS + program, *arguments], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise SystemExit("%s: %s" % (program, done.stdout.decode("utf-8", "replace")))

    def wait(self):
        # Two minutes, on however busy a machine.
        for _ in range(6000):
            if self.server.poll() is not None:
                break
            try:
                self.connection("postgres").close()
                return
            except DatabaseError:
                time.sleep(0.02)
        raise SystemExit("PostgreSQL does not start: " + open(self.log.name).read())

    def connection(self, user):
        return Connection("host=%s user=%s dbname=postgres" % (self.folder, user))

    def end(self):
        self.server.send_signal(3)
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
