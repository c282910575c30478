struct View {
  float *data;
  int count;
  View(float *p, int n) : data(p), count(n) {}
};

__global__ void shift(View out, View in) {
  int t = threadIdx.x;
  if (t + 1 < in.count) out.data[t] = in.data[t + 1];  // race: 9
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 512);
  cudaMalloc(&b, 512);
  shift<<<1, 128>>>({a, 128}, View(a, 128));
}
