/** A run that the program serves. */
import { floats, indices, readMesh, readPack, readPairs } from "./pack";
import type { Colour, Column, Curve, Manifest, Mesh, Pairs, Source, Status } from "./source";

/** Asks the server that sent this page, with the token of its address. */
async function ask(path: string, method = "GET"): Promise<Response> {
  const token = new URLSearchParams(location.search).get("t") ?? "";
  const response = await fetch(path, { method, headers: { "x-tangency-token": token } });
  if (!response.ok) throw new Error((await response.text()) || `the server answers ${response.status}`);
  return response;
}

/** All that the server shows, in its order. */
export async function remoteSources(): Promise<Source[]> {
  const about = (await (await ask("api/about")).json()) as { subjects: number };
  return Array.from({ length: about.subjects }, (_, place) => new RemoteSource(place));
}

class RemoteSource implements Source {
  constructor(private readonly place: number) {}

  private async json<T>(what: string): Promise<T> {
    return (await (await ask(`api/${this.place}/${what}`)).json()) as T;
  }

  private async bytes(what: string): Promise<ArrayBuffer> {
    return await (await ask(`api/${this.place}/${what}`)).arrayBuffer();
  }

  manifest(): Promise<Manifest> {
    return this.json("manifest");
  }

  async mesh(): Promise<Mesh> {
    return readMesh(readPack(await this.bytes("mesh")));
  }

  async frame(step: number): Promise<Float32Array> {
    return new Float32Array(await this.bytes(`frame?step=${step}`));
  }

  async colour(field: string, step: number): Promise<Colour> {
    const pack = readPack(await this.bytes(`colour?field=${encodeURIComponent(field)}&step=${step}`));
    return {
      vertices: floats(pack, "vertices"),
      triangles: floats(pack, "triangles"),
      segments: floats(pack, "segments"),
    };
  }

  async pairs(step: number): Promise<Pairs> {
    return readPairs(readPack(await this.bytes(`pairs?step=${step}`)));
  }

  statistics(): Promise<Record<string, Column>> {
    return this.json("statistics");
  }

  async curve(field: string | null, vertex: number, triangle: number | null): Promise<Curve> {
    const asked = new URLSearchParams({ vertex: String(vertex) });
    if (field !== null) asked.set("field", field);
    if (triangle !== null) asked.set("triangle", String(triangle));
    const pack = readPack(await this.bytes(`curve?${asked}`));
    return { steps: indices(pack, "steps"), values: floats(pack, "values") };
  }

  status(): Promise<Status> {
    return this.json("status");
  }

  async command(word: string): Promise<void> {
    await ask(`api/${this.place}/command/${word}`, "POST");
  }
}
