/** Small kernels of our own for the scenarios. */

/** Neighbours read each other's element: right with a barrier between, racy without. `lead` shifts the lines. */
export function shift(options: Readonly<{ barrier: boolean; lead?: string; name?: string }>): string {
  const name = options.name ?? 'shift';
  return `${options.lead ?? ''}// Moves every element one place to the left.
__global__ void ${name}(float *data) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  tile[t] = data[t];
${options.barrier ? '  __syncthreads();\n' : ''}  data[t] = tile[(t + 1) % 256];
}

void launch_${name}(float *data) {
  ${name}<<<1, 256>>>(data);
}
`;
}

/** A kernel whose two racing statements stand far apart, so that a change to one does not show the other. */
export function farApart(options: Readonly<{ barrier: boolean; scale: string }>): string {
  const filler = Array.from({ length: 12 }, (_, k) => `  // step ${k} of a long explanation`).join('\n');
  return `__global__ void far(float *data) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
${options.barrier ? '  __syncthreads();\n' : ''}${filler}
  float next = tile[(t + 1) % 64];
${filler}
  data[t] = next * ${options.scale};
}

void launch_far(float *data) {
  far<<<1, 64>>>(data);
}
`;
}
