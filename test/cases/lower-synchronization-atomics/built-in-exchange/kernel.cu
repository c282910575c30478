__global__ void claim(int *flag, int *out) {
  int one = 1, old = 0;
  __nv_atomic_exchange(flag, &one, &old, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  if (old == 1)
    out[0] = threadIdx.x;  // race: 5
}
