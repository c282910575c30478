// CUDA guide, Warp Synchronization Function: "guarantees memory ordering among threads participating in the barrier"
__global__ void turned(const int *a, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32;
  s[t] = a[t];  // race: 8
  if (lane < 12) {
    __syncwarp(0xfff);
    out[t] = s[t + 12];
  }
}
void run(const int *a, int *out) { turned<<<1, 64>>>(a, out); }
