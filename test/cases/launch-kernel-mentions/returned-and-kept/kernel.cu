// Two callers get the kernel from one function.
__global__ void half(float *x) {
  __shared__ float part[64];
  part[threadIdx.x % 64] = threadIdx.x; // race: 4
  __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x % 64];
}
using Half = void (*)(float *);
Half pick(bool isOn) {
  return isOn ? half : nullptr;
}
void run(float *x, int blocks, bool isOn) {
  auto kernel = pick(isOn);
  kernel<<<blocks, 64>>>(x);
}
struct Task {
  Half step;
};
void keep(Task *task) {
  task->step = pick(true);
}
void start(Task *task, float *x) {
  task->step<<<4, 128>>>(x);
}
