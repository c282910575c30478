__global__ void claim(int *flag, int *out) {
  int expected = 0, one = 1;
  bool won = __nv_atomic_compare_exchange(flag, &expected, &one, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  if (!won)
    out[threadIdx.x] = threadIdx.x + expected;
}
