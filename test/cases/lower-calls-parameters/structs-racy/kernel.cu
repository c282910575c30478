struct State { int turns; int last[4]; };
__global__ void note(State states[2]) {
  states[1].last[2] = threadIdx.x; // race: 3
}
