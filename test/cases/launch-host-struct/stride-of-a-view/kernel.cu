struct View { int *data; int stride, n; };
__global__ void fill(View v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.n) v.data[i * v.stride] = i; // race: 4
}
void set(View &v) { v.stride = 0; }
void run(int *data) {
  View v{data, 1, 64};
  set(v);
  fill<<<1, 64>>>(v);
}
