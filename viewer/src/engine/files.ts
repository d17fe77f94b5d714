/** Files in memory. */

/** A file: bytes with room to grow. */
export class MemoryFile {
  readonly kind = "file";
  private room: Uint8Array<ArrayBuffer>;
  changed = Date.now();

  constructor(
    readonly number: number,
    bytes: Uint8Array = new Uint8Array(),
    private length = bytes.length,
  ) {
    this.room = new Uint8Array(bytes);
  }

  get size(): number {
    return this.length;
  }

  /** The bytes as they are now; not a copy. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.room.subarray(0, this.length);
  }

  resize(length: number): void {
    if (length > this.room.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.room.length));
      larger.set(this.bytes);
      this.room = larger;
    } else if (length < this.length) {
      this.room.fill(0, length, this.length);
    }
    this.length = length;
    this.changed = Date.now();
  }

  write(at: number, bytes: Uint8Array): void {
    if (at + bytes.length > this.length) this.resize(at + bytes.length);
    this.room.set(bytes, at);
    this.changed = Date.now();
  }
}

/** A folder: what is in it by name. */
export class MemoryFolder {
  readonly kind = "folder";
  readonly entries = new Map<string, MemoryFile | MemoryFolder>();
  changed = Date.now();
  readonly size = 0;

  constructor(readonly number: number) {}
}

export type MemoryEntry = MemoryFile | MemoryFolder;

/** A tree of folders; `..` leads nowhere. */
export class Files {
  private next = 1;
  readonly root = new MemoryFolder(0);

  newFile(bytes?: Uint8Array): MemoryFile {
    return new MemoryFile(this.next++, bytes);
  }

  newFolder(): MemoryFolder {
    return new MemoryFolder(this.next++);
  }

  /** The folder that a path is in, with the last name of the path; an empty name for the start itself; null where there is none. */
  parent(path: string, from: MemoryFolder = this.root): [MemoryFolder, string] | null {
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const last = names.pop() ?? "";
    let folder = from;
    for (const name of names) {
      const entry = folder.entries.get(name);
      if (entry?.kind !== "folder") return null;
      folder = entry;
    }
    return [folder, last];
  }

  find(path: string, from: MemoryFolder = this.root): MemoryEntry | null {
    const found = this.parent(path, from);
    if (!found) return null;
    return found[1] === "" ? found[0] : (found[0].entries.get(found[1]) ?? null);
  }

  /** The bytes of a file; null where there is none. */
  read(path: string): Uint8Array<ArrayBuffer> | null {
    const entry = this.find(path);
    return entry?.kind === "file" ? entry.bytes : null;
  }

  /** Writes a whole file; its folder is there. */
  write(path: string, bytes: Uint8Array): void {
    const found = this.parent(path);
    if (!found) throw new Error(`${path} is in no folder`);
    found[0].entries.set(found[1], this.newFile(bytes));
  }
}
