/**
 * How long an editor waits: the language server, a document of five ordinary kernels, and from each edit to the
 * diagnostics of the new text. Shares are of the time that the first analysis takes when the process runs already: all
 * five kernels decided.
 */
import { join, resolve } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { type Table, median, printTable, root } from './table.ts';
import { editorOn } from '../test/lsp/editor.ts';

const rounds = 5;
const mostMs = 1000;

const source = `__device__ float blend(float a, float b) { return 0.5f * (a + b); }

__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float part[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void transpose(const float *in, float *out, int w, int h) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float row[258];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  row[t + 1] = i < n ? in[i] : 0.0f;
  if (t == 0) row[0] = i > 0 ? in[i - 1] : 0.0f;
  if (t == 255) row[257] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();
  if (i < n) out[i] = blend(row[t], row[t + 2]);
}

__global__ void scale(float *data, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

void run(float *a, float *b, unsigned char *bytes, unsigned *bins, int n, int w, int h) {
  reduce<<<(n + 255) / 256, 256>>>(a, b, n);
  transpose<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, b, w, h);
  histogram<<<64, 256>>>(bytes, bins, n);
  stencil<<<(n + 255) / 256, 256>>>(a, b, n);
  scale<<<(n + 127) / 128, 128>>>(a, 2.0f, n);
  printf("round 0 done");
}
`;

/** What is edited, given the number of the round. */
const edits: readonly Readonly<{ what: string; from: RegExp; to: (round: number) => string; isLimited: boolean }>[] = [
  {
    what: 'an edit of `reduce`, a loop with barriers',
    from: /0\.0f;(?: float r\d+;)?\n {2}__syncthreads\(\);\n {2}for/,
    to: (round) => `0.0f; float r${round};\n  __syncthreads();\n  for`,
    isLimited: true,
  },
  {
    what: 'an edit of `histogram`, with atomics',
    from: /own\[threadIdx\.x\] = \d+;/,
    to: (round) => `own[threadIdx.x] = ${round};`,
    isLimited: true,
  },
  {
    what: 'an edit of `scale`',
    from: /data\[i\] \*= by(?: \+ \d+)?;/,
    to: (round) => `data[i] *= by + ${round};`,
    isLimited: true,
  },
  { what: 'an edit of the device function', from: /\d\.5f/, to: (round) => `${round}.5f`, isLimited: true },
  { what: 'an edit of host code, no launch', from: /round \d+/, to: (round) => `round ${round}`, isLimited: true },
  { what: 'a comment', from: /^(?:\/\/ \d+\n)?__device__/, to: (round) => `// ${round}\n__device__`, isLimited: true },
];

export async function measure(program: string): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-edit-'));
  const server = spawn(process.execPath, [program, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const editor = editorOn(server.stdout, server.stdin, [folder]);
    await editor.initialize();
    const waited = async (uri: string, act: () => void): Promise<number> => {
      const start = performance.now();
      act();
      await editor.analysed(uri);
      return performance.now() - start;
    };
    const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
    const cold = await waited(uriOf('cold.cu'), () =>
      editor.open(uriOf('cold.cu'), source.replaceAll('float', 'double')),
    );
    editor.close(uriOf('cold.cu'));
    const uri = uriOf('five.cu');
    const whole = await waited(uri, () => editor.open(uri, source));
    const rows = [];
    for (const { what, from, to, isLimited } of edits) {
      const times: number[] = [];
      for (let round = 1; round <= rounds; round++) {
        if (!from.test(editor.text(uri))) throw new Error(`nothing to edit: ${what}`);
        times.push(
          await waited(uri, () =>
            editor.change(
              uri,
              editor.text(uri).replace(from, () => to(round)),
            ),
          ),
        );
      }
      const ms = median(times);
      const asked = /decided anew: (.*); /.exec(editor.logs.at(-1) ?? '')?.[1] ?? '?';
      rows.push({
        what: `${what} (decided again: ${asked})`,
        measured: `${ms.toFixed(0)} ms (${((100 * ms) / whole).toFixed(0)} %)`,
        limit: isLimited ? `under ${mostMs} ms` : '',
        holds: isLimited ? ms < mostMs : null,
      });
    }
    await editor.shutdown();
    editor.exit();
    return {
      title: `Edits in an editor (median of ${rounds}, a document of five kernels)`,
      command: 'npx node bench/edit.ts',
      rows: [
        {
          what: 'the first document, with the start of the process',
          measured: `${cold.toFixed(0)} ms`,
          limit: '',
          holds: null,
        },
        { what: 'all five kernels', measured: `${whole.toFixed(0)} ms (100 %)`, limit: '', holds: null },
        ...rows,
      ],
    };
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(printTable(await measure(resolve(root, process.argv[2] ?? 'dist/cli.js'))));
