__global__ void publish(int *flag, int *out) {
  __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  out[threadIdx.x] = flag[0]; // race: 2
}
