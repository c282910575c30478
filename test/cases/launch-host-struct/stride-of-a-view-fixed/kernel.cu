struct View { int *data; int stride, n; };
__global__ void fill(View v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.n) v.data[i * v.stride] = i;
}
View of(int *data, int n) {
  View v;
  v.data = data;
  v.stride = 1;
  v.n = n;
  return v;
}
void run(int *data) {
  fill<<<1, 64>>>(of(data, 64));
  fill<<<1, 64>>>(View{data, 2, 64});
}
