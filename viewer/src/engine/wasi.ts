/** What the engine asks of its system (WASI, preview 1): files in memory, a clock, random numbers, words. The rest it is refused. */
import { type Files, type MemoryEntry, type MemoryFile, MemoryFolder } from "./files";

const OK = 0;
const BAD_DESCRIPTOR = 8;
const EXISTS = 20;
const INVALID = 28;
const IS_FOLDER = 31;
const ABSENT = 44;
const NOT_THERE = 52;
const NO_FOLDER = 54;
const NOT_EMPTY = 55;
const NO_SEEK = 70;

const TYPE = { file: 4, folder: 3, stream: 2 } as const;
const CREATE = 1;
const FOLDER = 2;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
const APPEND = 1;
/** The descriptor of the root, after those of the three streams. */
const ROOT = 3;

interface Open {
  entry: MemoryEntry;
  at: number;
  appends: boolean;
}

type Call = (...parameters: never[]) => number;

/** Called with what is written to the standard output (1) and for errors (2). */
export type Listener = (stream: 1 | 2, text: string) => void;

/** The end of the program, which a library does not have. */
export class Exit extends Error {}

export class System {
  private memory: WebAssembly.Memory | null = null;
  private readonly open = new Map<number, Open>();
  private readonly decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

  constructor(
    private readonly files: Files,
    private readonly listen: Listener,
  ) {
    this.open.set(ROOT, { entry: files.root, at: 0, appends: false });
  }

  /** The functions by name, for a module that imports some of them. */
  imports(module: WebAssembly.Module): WebAssembly.Imports {
    const known = this.calls();
    const named: Record<string, Record<string, Call>> = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind === "function") (named[from] ??= {})[name] = (from === "wasi_snapshot_preview1" && known[name]) || (() => NOT_THERE);
    }
    return named;
  }

  /** Says whose memory it is. */
  attach(memory: WebAssembly.Memory): void {
    this.memory = memory;
  }

  private get view(): DataView {
    return new DataView(this.memory!.buffer);
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory!.buffer, at >>> 0, length >>> 0);
  }

  private text(at: number, length: number): string {
    return new TextDecoder().decode(this.bytes(at, length).slice());
  }

  private calls(): Record<string, Call> {
    return { ...this.surroundings(), ...this.descriptors(), ...this.streams(), ...this.paths() };
  }

  /** Arguments, environment, clock, random numbers: there are few. */
  private surroundings(): Record<string, Call> {
    const none = (count: number, size: number) => {
      this.view.setUint32(count, 0, true);
      this.view.setUint32(size, 0, true);
      return OK;
    };
    return {
      args_sizes_get: none,
      environ_sizes_get: none,
      args_get: () => OK,
      environ_get: () => OK,
      sched_yield: () => OK,
      proc_exit: (code: number) => {
        throw new Exit(`the engine has ended with ${code}`);
      },
      clock_res_get: (_clock: number, out: number) => {
        this.view.setBigUint64(out, 1000n, true);
        return OK;
      },
      clock_time_get: (clock: number, _precision: bigint, out: number) => {
        const milliseconds = clock === 0 ? Date.now() : performance.now();
        this.view.setBigUint64(out, BigInt(Math.round(milliseconds * 1e6)), true);
        return OK;
      },
      random_get: (at: number, length: number) => {
        const chosen = new Uint8Array(length);
        for (let k = 0; k < length; k += 65536) crypto.getRandomValues(chosen.subarray(k, k + 65536));
        this.bytes(at, length).set(chosen);
        return OK;
      },
    };
  }

  /** What is open. */
  private descriptors(): Record<string, Call> {
    return {
      fd_close: (fd: number) => (this.open.delete(fd) || fd < ROOT ? OK : BAD_DESCRIPTOR),
      fd_sync: () => OK,
      fd_datasync: () => OK,
      fd_advise: () => OK,
      fd_fdstat_set_flags: () => OK,
      fd_prestat_get: (fd: number, out: number) => {
        if (fd !== ROOT) return BAD_DESCRIPTOR;
        this.view.setUint32(out, 0, true);
        this.view.setUint32(out + 4, 1, true);
        return OK;
      },
      fd_prestat_dir_name: (fd: number, at: number) => {
        if (fd !== ROOT) return BAD_DESCRIPTOR;
        this.bytes(at, 1)[0] = "/".charCodeAt(0);
        return OK;
      },
      fd_fdstat_get: (fd: number, out: number) => {
        const kind = fd < ROOT ? "stream" : this.open.get(fd)?.entry.kind;
        if (!kind) return BAD_DESCRIPTOR;
        this.bytes(out, 24).fill(0);
        this.view.setUint8(out, TYPE[kind]);
        this.view.setUint16(out + 2, this.open.get(fd)?.appends ? APPEND : 0, true);
        // Everything may be done.
        this.view.setBigUint64(out + 8, 0x1fffffffn, true);
        this.view.setBigUint64(out + 16, 0x1fffffffn, true);
        return OK;
      },
      fd_filestat_get: (fd: number, out: number) => {
        const open = this.open.get(fd);
        if (!open) return fd < ROOT ? this.writeStatus(out, null) : BAD_DESCRIPTOR;
        return this.writeStatus(out, open.entry);
      },
      fd_filestat_set_size: (fd: number, size: bigint) => this.onFile(fd, (file) => file.resize(Number(size))),
      fd_filestat_set_times: () => OK,
      fd_tell: (fd: number, out: number) => this.onFile(fd, (_, open) => this.view.setBigUint64(out, BigInt(open.at), true)),
      fd_seek: (fd: number, offset: bigint, whence: number, out: number) => {
        if (fd < ROOT) return NO_SEEK;
        return this.onFile(fd, (file, open) => {
          const from = whence === 0 ? 0 : whence === 1 ? open.at : file.size;
          const to = from + Number(offset);
          if (to < 0) return INVALID;
          open.at = to;
          this.view.setBigUint64(out, BigInt(to), true);
        });
      },
      fd_readdir: (fd: number, at: number, length: number, cookie: bigint, out: number) => this.list(fd, at, length, Number(cookie), out),
    };
  }

  /** Reading and writing. */
  private streams(): Record<string, Call> {
    const read = (fd: number, places: number, count: number, out: number, from: number | null) => {
      if (fd < ROOT) {
        this.view.setUint32(out, 0, true);
        return OK;
      }
      return this.onFile(fd, (file, open) => {
        let at = from ?? open.at;
        const began = at;
        for (const piece of this.pieces(places, count)) {
          const part = file.bytes.subarray(at, at + piece.length);
          piece.set(part);
          at += part.length;
        }
        if (from === null) open.at = at;
        this.view.setUint32(out, at - began, true);
      });
    };
    const write = (fd: number, places: number, count: number, out: number, to: number | null) => {
      if (fd === 1 || fd === 2) return this.say(fd, places, count, out);
      return this.onFile(fd, (file, open) => {
        let at = to ?? (open.appends ? file.size : open.at);
        const began = at;
        for (const piece of this.pieces(places, count)) {
          file.write(at, piece);
          at += piece.length;
        }
        if (to === null) open.at = at;
        this.view.setUint32(out, at - began, true);
      });
    };
    return {
      fd_read: (fd: number, places: number, count: number, out: number) => read(fd, places, count, out, null),
      fd_write: (fd: number, places: number, count: number, out: number) => write(fd, places, count, out, null),
      fd_pread: (fd: number, places: number, count: number, from: bigint, out: number) => read(fd, places, count, out, Number(from)),
      fd_pwrite: (fd: number, places: number, count: number, to: bigint, out: number) => write(fd, places, count, out, Number(to)),
    };
  }

  /** Names. */
  private paths(): Record<string, Call> {
    const from = (fd: number, at: number, length: number): [MemoryFolder, string] | null => {
      const base = this.open.get(fd)?.entry;
      return base?.kind === "folder" ? this.files.parent(this.text(at, length), base) : null;
    };
    return {
      path_open: (fd: number, _follow: number, at: number, length: number, how: number, _rights: bigint, _inherited: bigint, flags: number, out: number) =>
        this.openPath(from(fd, at, length), how, flags, out),
      path_filestat_get: (fd: number, _follow: number, at: number, length: number, out: number) => {
        const place = from(fd, at, length);
        const entry = place && (place[1] === "" ? place[0] : place[0].entries.get(place[1]));
        return entry ? this.writeStatus(out, entry) : ABSENT;
      },
      path_create_directory: (fd: number, at: number, length: number) => {
        const place = from(fd, at, length);
        if (!place) return ABSENT;
        if (place[1] === "" || place[0].entries.has(place[1])) return EXISTS;
        place[0].entries.set(place[1], this.files.newFolder());
        return OK;
      },
      path_unlink_file: (fd: number, at: number, length: number) => {
        const place = from(fd, at, length);
        const entry = place?.[0].entries.get(place[1]);
        if (!entry) return ABSENT;
        if (entry.kind === "folder") return IS_FOLDER;
        place![0].entries.delete(place![1]);
        return OK;
      },
      path_remove_directory: (fd: number, at: number, length: number) => {
        const place = from(fd, at, length);
        const entry = place?.[0].entries.get(place[1]);
        if (!entry) return ABSENT;
        if (entry.kind !== "folder") return NO_FOLDER;
        if (entry.entries.size > 0) return NOT_EMPTY;
        place![0].entries.delete(place![1]);
        return OK;
      },
      path_rename: (fd: number, at: number, length: number, otherFd: number, otherAt: number, otherLength: number) => {
        const [old, to] = [from(fd, at, length), from(otherFd, otherAt, otherLength)];
        const entry = old?.[0].entries.get(old[1]);
        if (!entry || !to) return ABSENT;
        const there = to[0].entries.get(to[1]);
        if (there?.kind === "folder" && there.entries.size > 0) return NOT_EMPTY;
        old![0].entries.delete(old![1]);
        to[0].entries.set(to[1], entry);
        return OK;
      },
    };
  }

  private openPath(place: [MemoryFolder, string] | null, how: number, flags: number, out: number): number {
    if (!place) return ABSENT;
    const [folder, name] = place;
    let entry: MemoryEntry | undefined = name === "" ? folder : folder.entries.get(name);
    if (entry && how & EXCLUSIVE) return EXISTS;
    if (!entry) {
      if (!(how & CREATE)) return ABSENT;
      entry = this.files.newFile();
      folder.entries.set(name, entry);
    }
    if (how & FOLDER && entry.kind !== "folder") return NO_FOLDER;
    if (how & TRUNCATE && entry.kind === "file") entry.resize(0);
    let fd = ROOT + 1;
    while (this.open.has(fd)) fd++;
    this.open.set(fd, { entry, at: 0, appends: (flags & APPEND) !== 0 });
    this.view.setUint32(out, fd, true);
    return OK;
  }

  private onFile(fd: number, act: (file: MemoryFile, open: Open) => number | void): number {
    const open = this.open.get(fd);
    if (!open) return BAD_DESCRIPTOR;
    if (open.entry.kind === "folder") return IS_FOLDER;
    return act(open.entry, open) ?? OK;
  }

  /** Where a call wants its bytes, or has them. */
  private pieces(places: number, count: number): Uint8Array[] {
    const { view } = this;
    return Array.from({ length: count }, (_, k) => this.bytes(view.getUint32(places + 8 * k, true), view.getUint32(places + 8 * k + 4, true)));
  }

  private say(stream: 1 | 2, places: number, count: number, out: number): number {
    let length = 0;
    let text = "";
    for (const piece of this.pieces(places, count)) {
      length += piece.length;
      text += this.decoders[stream].decode(piece.slice(), { stream: true });
    }
    this.listen(stream, text);
    this.view.setUint32(out, length, true);
    return OK;
  }

  private writeStatus(out: number, entry: MemoryEntry | null): number {
    this.bytes(out, 64).fill(0);
    const { view } = this;
    view.setBigUint64(out + 8, BigInt(entry?.number ?? 0), true);
    view.setUint8(out + 16, entry ? TYPE[entry.kind] : TYPE.stream);
    view.setBigUint64(out + 24, 1n, true);
    view.setBigUint64(out + 32, BigInt(entry?.size ?? 0), true);
    const changed = BigInt(entry?.changed ?? 0) * 1_000_000n;
    for (const at of [40, 48, 56]) view.setBigUint64(out + at, changed, true);
    return OK;
  }

  /** The entries of a folder from the one numbered `first`, as many as fit; one that does not is cut off. */
  private list(fd: number, at: number, length: number, first: number, out: number): number {
    const open = this.open.get(fd);
    if (open?.entry.kind !== "folder") return open ? NO_FOLDER : BAD_DESCRIPTOR;
    const room = this.bytes(at, length);
    let used = 0;
    const entries = [...open.entry.entries];
    for (let k = first; k < entries.length && used < length; k++) {
      const [name, entry] = entries[k]!;
      const letters = new TextEncoder().encode(name);
      const told = new Uint8Array(24 + letters.length);
      const view = new DataView(told.buffer);
      view.setBigUint64(0, BigInt(k + 1), true);
      view.setBigUint64(8, BigInt(entry.number), true);
      view.setUint32(16, letters.length, true);
      view.setUint8(20, TYPE[entry.kind]);
      told.set(letters, 24);
      const part = told.subarray(0, length - used);
      room.set(part, used);
      used += part.length;
    }
    this.view.setUint32(out, used, true);
    return OK;
  }
}
